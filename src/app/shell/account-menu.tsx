import { Link } from '@tanstack/react-router'
import type { Account } from '#domain/account.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { accountMenu } from '../menu.ts'
import { AccountFace } from './account-face.tsx'
import { AttentionCount } from './attention-count.tsx'
import { useSignOut } from './sign-out.tsx'

/** Avatar, name and crown; opens what belongs to the person. */
export function AccountMenu({ account }: { account: Account }) {
  const signOut = useSignOut()
  const { name, email, isPremium } = account
  return (
    <Popover
      label="アカウント"
      className="w-64"
      trigger={(props) => (
        <button type="button" {...props} className="relative shrink-0 rounded-full hover:bg-hover">
          <span className="sr-only">
            {isPremium ? `プレミアム会員${name}のメニュー` : `${name}のメニュー`}
          </span>
          <AccountFace account={account} />
        </button>
      )}
    >
      {(close) => (
        <>
          <div className="border-b border-line px-4 py-3">
            <p className="truncate text-sm font-bold">{name}</p>
            <p className="truncate text-xs text-muted">{email}</p>
          </div>
          <Menu className="p-1.5">
            {accountMenu(isPremium).map(({ to, label, icon, counts }) => (
              <li key={to}>
                <Link to={to} onClick={close} className={menuItemClass}>
                  <Icon name={icon} size={20} />
                  {label}
                  {counts && <AttentionCount />}
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  close()
                  signOut()
                }}
              >
                <Icon name="logout" size={20} />
                ログアウト
              </button>
            </li>
          </Menu>
        </>
      )}
    </Popover>
  )
}
