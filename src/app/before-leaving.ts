import { filter, firstValueFrom, type Observable, timeout } from 'rxjs'
import { firstValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import { within } from '#sync/within.ts'
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

/** Whoever wants to leave waits no longer for a database that is just being opened. */
const OPENING_LIMIT_MS = 2_000

/** Looks what would be left behind. One that does not open in time is taken for one that cannot be opened. */
export async function lookBeforeLeaving({ keeper }: Pick<App, 'keeper'>): Promise<Leaving> {
  const known = firstValue(
    keeper.state,
    (now): now is Exclude<StoreState, { status: 'opening' }> => now.status !== 'opening',
  )
  const state = await within(OPENING_LIMIT_MS, known).catch(() => keeper.state.read())
  if (state.status !== 'open') {
    const mustAsk = state.status !== 'closed'
    const drafts = mustAsk ? draftsOf(state.userId).length : 0
    const work = { ...NOTHING_WAITS, drafts }
    return { work$: null, work, canSeal: false, mustAsk }
  }
  const { store, canSeal } = state.opened
  const work$ = watchWaitingWork(store, () => draftsOf(store.userId).length)
  const looking = Promise.all([firstValueFrom(work$), canSeal()])
  const looked = await within(OPENING_LIMIT_MS, looking).catch(() => null)
  if (looked === null) return { work$: null, work: NOTHING_WAITS, canSeal: false, mustAsk: true }
  const [work, sealable] = looked
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
