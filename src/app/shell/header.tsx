import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useAccount, useSession } from '../app-context.ts'
import { AccountFace } from './account-face.tsx'
import { AttentionLink } from './attention-count.tsx'
import { AuthLink } from './auth-link.tsx'
import { BrandMark } from './brand.tsx'
import { NarrowSearch } from './narrow-search.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { SideMenuDoor } from './side-menu-door.tsx'
import { useSearchBox } from './use-search-box.ts'

/** Nobody opens the menu before the page stands. */
const MENU_LIMIT_MS = 1_000
const AccountMenu = lazyOnceShown(async () => (await import('./account-menu.tsx')).AccountMenu, {
  meanwhile: ({ account }) => <AccountFace account={account} />,
  restMs: MENU_LIMIT_MS,
})

/**
 * Spec §2, header: fixed; the search field stands in it on wide screens and opens over it on narrow ones. Where text is so large that not all of it has room, there go, one after the
 * other: log-in and what waits in the sync centre, the theme switch (the side menu has them), the name beside its sign, and the search button (below is another).
 */
export function Header({ bell }: { bell: ReactNode }) {
  const { atSearch, ...box } = useSearchBox()
  const restoring = useSession().status === 'restoring'
  return (
    <header className="app-header @container fixed inset-x-0 top-0 z-30 border-b border-line bg-paper">
      <div className="flex h-(--header-height) items-center gap-1 px-2 sm:px-4 md:grid md:grid-cols-[1fr_minmax(0,34rem)_1fr] md:gap-4">
        <div className="flex items-center gap-1 md:gap-2">
          <SideMenuDoor />
          <Link
            to="/"
            className="flex h-11 items-center gap-2 rounded-md px-1 font-bold whitespace-nowrap text-ink no-underline"
          >
            <span className="@max-[25rem]:@min-[18rem]:hidden">
              <BrandMark />
            </span>
            <span className="text-base tracking-wide sm:text-lg @max-[18rem]:sr-only">ミルトモ</span>
          </Link>
        </div>
        <div className="hidden md:block">
          <SearchBox {...box} />
        </div>
        <div
          className={classNames(
            'ms-auto flex shrink-0 items-center gap-0.5 md:gap-1',
            // Until it is known who is here, its width is not.
            restoring && 'invisible',
          )}
        >
          <NarrowSearch {...box} atSearch={atSearch} />
          <span className="@max-[22.5rem]:hidden">
            <ThemeSwitch />
          </span>
          <Person bell={bell} />
        </div>
      </div>
    </header>
  )
}

function Person({ bell }: { bell: ReactNode }) {
  const { status } = useSession()
  const account = useAccount()
  if (status === 'restoring') return <span className="size-11" />
  if (account) {
    return (
      <>
        <AttentionLink />
        {bell}
        <AccountMenu account={account} />
      </>
    )
  }
  return (
    <>
      <AuthLink
        to="/login"
        className={`${buttonClass({ variant: 'quiet', size: 'sm' })} @max-[22.5rem]:hidden! max-sm:px-2!`}
      >
        ログイン
      </AuthLink>
      <Link
        to="/youtuber/register"
        className={`${buttonClass({ variant: 'quiet', size: 'sm' })} max-lg:hidden!`}
      >
        YouTuber登録
      </Link>
      <AuthLink to="/signup" className={`${buttonClass({ variant: 'primary', size: 'sm' })} max-sm:px-3!`}>
        新規登録
      </AuthLink>
    </>
  )
}
