import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMatches } from '@tanstack/react-router'
import { showToast, ToastRegion } from '#ui/toast.tsx'
import { useApp, useSession, useValue } from '../app-context.ts'
import { leave } from '../leave.ts'
import { unsentOf } from '../store/store-state.ts'
import { BottomNav } from './bottom-nav.tsx'
import { DebugDoor } from './debug-door.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { StoreFailure } from './store-failure.tsx'
import { SignOutContext } from './sign-out.tsx'
import { UpdateOffer } from './update-offer.tsx'
import { useArrival } from './use-arrival.ts'
import { startWorker } from './use-worker.ts'

const SignOutDialog = lazy(() =>
  import('./sign-out-dialog.tsx').then((module) => ({ default: module.SignOutDialog })),
)

/** Everything around a screen. `bell`: the notifications of the signed-in person. */
export function Shell({ bell, children }: { bell: ReactNode; children: ReactNode }) {
  const app = useApp()
  const frame = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.frame)?.staticData.frame,
  })
  const unsent = unsentOf(useValue(app.keeper.state))
  const [asking, setAsking] = useState(false)
  const { main, announcement } = useArrival()
  useEndedToast()
  useEffect(startWorker, [])
  const signOut = () => {
    if (unsent > 0) setAsking(true)
    else void leave(app, 'discard')
  }
  return (
    <SignOutContext value={signOut}>
      <a href="#main" className="skip-link">
        本文へ移動
      </a>
      <Header bell={bell} />
      <OfflineNotice />
      <StoreFailure />
      <main ref={main} id="main" tabIndex={-1} data-frame={frame} className="page app-main outline-none">
        {children}
      </main>
      {!frame && <Footer />}
      {frame !== 'bare' && <BottomNav />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <UpdateOffer />
      <ToastRegion />
      {asking && (
        <Suspense>
          <SignOutDialog open onClose={() => setAsking(false)} />
        </Suspense>
      )}
      <DebugDoor />
    </SignOutContext>
  )
}

const ENDED = {
  ended: 'ログアウトしました。続けるには、もう一度ログインしてください。',
  expired: 'ログインの有効期限が切れました。もう一度ログインしてください。端末に保存した内容は残っています。',
}

/** Somebody or something else than this tab ended the session: says so once. */
function useEndedToast(): void {
  const session = useSession()
  const reason = session.status === 'signedOut' ? session.reason : 'none'
  useEffect(() => {
    if (reason === 'ended' || reason === 'expired') showToast({ kind: 'blank', message: ENDED[reason] })
  }, [reason])
}
