import { filter, firstValueFrom, type Observable, timeout } from 'rxjs'
import { firstValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import { draftsOf } from './drafts.ts'
import type { OpenedStore } from './store/open-store.ts'
import type { StoreState } from './store/store-state.ts'
import { allOf, NOTHING_WAITS, sendable, type WaitingWork, watchWaitingWork } from './store/waiting-work.ts'

/** What signing out has to ask about. */
export type Leaving = {
  /** Told anew whenever it changes; null when the database cannot be opened, so that nobody can tell. */
  work$: Observable<WaitingWork> | null
  /** As it is now. */
  work: WaitingWork
  canSeal: boolean
  /** Is there anything that somebody must decide about? */
  mustAsk: boolean
}

/** Looks what would be left behind. Waits for a database that is just being opened. */
export async function lookBeforeLeaving({ keeper }: Pick<App, 'keeper'>): Promise<Leaving> {
  const state = await firstValue(
    keeper.state,
    (now): now is Exclude<StoreState, { status: 'opening' }> => now.status !== 'opening',
  )
  if (state.status !== 'open') {
    const drafts = state.status === 'failed' ? draftsOf(state.userId).length : 0
    const work = { ...NOTHING_WAITS, drafts }
    return { work$: null, work, canSeal: false, mustAsk: state.status === 'failed' }
  }
  const { store, canSeal } = state.opened
  const work$ = watchWaitingWork(store, () => draftsOf(store.userId).length)
  const [work, sealable] = await Promise.all([firstValueFrom(work$), canSeal()])
  return { work$, work, canSeal: sealable, mustAsk: allOf(work) > 0 }
}

/** someLeft: what the server refused, or what cannot be sent at all and not be sealed here · cancelled: by the person; what was sent by then is sent. */
export type SendOutcome = 'sent' | 'someLeft' | 'offline' | 'failed' | 'cancelled'

/** What became of the last rows is told a little after they were answered. */
const TOLD_MS = 3_000

/** Sends what waits, in whichever tab leads. Nobody is signed out by this. */
export async function sendNow(
  opened: Pick<OpenedStore, 'syncNow'>,
  { work$, canSeal }: Leaving,
  online: boolean,
  cancel: AbortSignal,
): Promise<SendOutcome> {
  if (!online || work$ === null) return 'offline'
  const sendAll = async (): Promise<SendOutcome> => {
    await opened.syncNow()
    const left = await firstValueFrom(
      work$.pipe(
        filter((work) => sendable(work) === 0),
        timeout(TOLD_MS),
      ),
    )
    return left.refused > 0 || (left.drafts > 0 && !canSeal) ? 'someLeft' : 'sent'
  }
  const cancelled = new Promise<SendOutcome>((resolve) => {
    cancel.addEventListener('abort', () => resolve('cancelled'), { once: true })
  })
  return Promise.race([sendAll().catch((): SendOutcome => 'failed'), cancelled])
}
