import { useEffect, useState, type ReactNode } from 'react'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useRootMark } from '#ui/root-mark.ts'
import { dismissUndos } from '#ui/toast-list.ts'
import { showToast, ToastRegion } from '#ui/toast.tsx'
import { useApp, useOnline, useSession, useStore, useValue } from '../app-context.ts'
import type { Leaving } from '../before-leaving.ts'
import { leave } from '../leave.ts'
import { LinkNews } from '../session/link-news.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { DebugDoor } from './debug-door.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { ReloadNotice } from './reload-notice.tsx'
import { StoreFailure } from './store-failure.tsx'
import { SuspensionNotice } from './suspension-notice.tsx'
import { SignOutContext } from './sign-out.tsx'
import { UpdateOffer } from './update-offer.tsx'
import { useArrival } from './use-arrival.ts'
import { useBroughtBack } from './use-brought-back.ts'
import { useLastScreen } from '../last-screen/use-last-screen.ts'
import { startWorker } from './use-worker.ts'
import { WaitNotice } from './wait-notice.tsx'

const FarewellDialog = lazyOnceShown(async () => (await import('./farewell-dialog.tsx')).FarewellDialog)
const SignOutDialog = lazyOnceShown(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)
const SpokenSync = lazyOnceShown(async () => (await import('./spoken-sync.tsx')).SpokenSync, {
  restMs: 2_000,
})

/** Everything around a screen. `bell`: the notifications of the signed-in person. */
export function Shell({ bell, children }: { bell: ReactNode; children: ReactNode }) {
  const app = useApp()
  const frame = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.frame)?.staticData.frame,
  })
  const farewell = useValue(app.farewell)
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Leaving | null>(null)
  const { main, announcement } = useArrival()
  useEndedToast()
  useForgottenUndos()
  useBroughtBack()
  useEffect(startWorker, [])
  useEffect(endFirstPaint, [])
  useLastScreen(main)
  useRootMark('data-frame', frame ?? 'page')
  const signOut = async (): Promise<void> => {
    const { lookBeforeLeaving } = await import('../before-leaving.ts')
    const leaving = await lookBeforeLeaving(app)
    // What is stored between this look and the end is sealed
    if (leaving.mustAsk || !(await leave(app, 'seal', goHome))) setAsking(leaving)
  }
  // The address of a conversation says who was here
  const goHome = (): Promise<void> => navigate({ to: '/', replace: true })
  return (
    <SignOutContext value={() => void signOut()}>
      <a href="#main" className="skip-link">
        本文へ移動
      </a>
      <Header bell={bell} />
      <OfflineNotice />
      <ReloadNotice />
      <StoreFailure />
      <WaitNotice />
      <SuspensionNotice />
      <LinkNews />
      <main ref={main} id="main" tabIndex={-1} data-frame={frame} className="page app-main outline-none">
        {children}
      </main>
      {!frame && <Footer />}
      {frame !== 'bare' && <BottomNav />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <StoreVoice />
      <UpdateOffer />
      <ToastRegion />
      {asking && (
        <SignOutDialog
          leaving={asking}
          goHome={goHome}
          onClose={() => setAsking(null)}
          onLeft={() => setAsking(null)}
        />
      )}
      {farewell && <FarewellDialog farewell={farewell} />}
      <DebugDoor />
    </SignOutContext>
  )
}

/** What the document showed until now (`index.html`) is hidden already; nothing finds it either from here on. */
function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove()
}

/** Loaded once there is something to speak of. */
function StoreVoice() {
  const store = useStore()
  const online = useOnline()
  if (!store) return null
  return <SpokenSync key={store.userId} store={store} online={online} />
}

const ENDED = {
  ended: 'ログアウトしました。続けるには、もう一度ログインしてください。',
  expired: 'ログインの有効期限が切れました。もう一度ログインしてください。',
}

/** Somebody or something else than this tab ended the session: says so once. */
function useEndedToast(): void {
  const session = useSession()
  const reason = session.status === 'signedOut' ? session.reason : 'none'
  useEffect(() => {
    if (reason === 'ended' || reason === 'expired') showToast({ kind: 'blank', message: ENDED[reason] })
  }, [reason])
}

/** What a person did is offered back to nobody else. */
function useForgottenUndos(): void {
  const session = useSession()
  const userId = session.status === 'signedIn' ? session.userId : null
  useEffect(() => dismissUndos, [userId])
}
