import { useCallback } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useApp, useSession, useValue } from '#app/app-context.ts'
import { unsentOf } from '#app/store/store-state.ts'
import { FirstStartNotice } from '#features/install/first-start-notice.tsx'
import { InstallBanner } from '#features/install/install-banner.tsx'
import { PrintSheet } from '#app/shell/print-sheet.tsx'
import { useKeyboard } from '#app/use-keyboard.ts'
import { useKeptScreens } from '#app/last-screen/use-kept-screens.ts'
import { KeptLinkNews } from '#features/share/kept-link-news.tsx'

/** What comes up beside any screen once the page has come to rest. */
export function AppAside() {
  const navigate = useNavigate()
  useKeptScreens()
  useKeyboard()
  const isAtShare = useLocation({ select: ({ pathname }) => pathname === '/share' })
  const toShare = useCallback(() => void navigate({ to: '/share' }), [navigate])
  const unsent = unsentOf(useValue(useApp().keeper.state))
  const session = useSession().status
  return (
    <>
      <PrintSheet />
      <InstallBanner unsent={unsent} />
      <FirstStartNotice session={session} />
      <KeptLinkNews catalogue={useApp().catalogue} isShown={isAtShare} open={toShare} />
    </>
  )
}
