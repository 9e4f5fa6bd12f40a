import type { Departure } from '#sync/departure/depart.ts'
import { within } from '#sync/within.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import type { OpenedStore } from './open-store.ts'
import type { StoreState } from './store-state.ts'

/**
 * seal: what the server does not have stays on this device, readable only by the account itself · discard: it is given up · ended: the session is over without
 * anybody asking; sealed, unless the account is signed in again by now.
 */
export type DepartHow = 'seal' | 'discard' | 'ended'

export type StoreKeeper = {
  state: ObservableValue<StoreState>
  /** Opens this person's database, or none for null; the one before leaves the device, sealed. The last call stands. */
  show: (userId: string | null) => void
  /** Takes the account that is shown from this device, at the person's wish. Rejects when that failed: then it is shown again. */
  depart: (how: 'seal' | 'discard') => Promise<Departure>
  /** Resolves once what was asked for so far is done. */
  closed: () => Promise<void>
}

export type Keeping = {
  /** null when nobody is signed in for this account any more. */
  open: (userId: string) => Promise<OpenedStore | null>
  /** Takes an account from this device whose database is not open in this tab. */
  depart: (userId: string, how: DepartHow) => Promise<Departure>
  /** An account has left that nobody here has asked to leave: its session ended. */
  left: (userId: string, departure: Departure) => void
  /** Another tab took the account from this device. */
  taken: (userId: string) => void
  failed: (error: unknown) => void
  /** The browser did not open to this document what it had taken away. */
  refused: () => void
}

/** A storage that hangs may never close. */
const CLOSE_LIMIT_MS = 3_000
/** While a browser is clearing databases it refuses to open others. */
const REOPEN_PAUSES_MS = [250, 1_000, 3_000, 10_000]

/** One account's database at a time: the next is opened only when the one before has left. */
export function createStoreKeeper({ open, depart, left, taken, failed, refused }: Keeping): StoreKeeper {
  const state = createValue<StoreState>({ status: 'closed' })
  let wanted: string | null = null
  /** Whose database is, or was to be, open. */
  let present: string | null = null
  let chain: Promise<unknown> = Promise.resolve()

  const leave = async (userId: string, how: DepartHow): Promise<Departure> => {
    const now = state.read()
    state.set(wanted === null ? { status: 'closed' } : { status: 'opening', userId: wanted })
    return now.status === 'open' ? now.opened.depart(how) : depart(userId, how)
  }

  const enter = async (userId: string, pausesMs: readonly number[] = []): Promise<void> => {
    present = userId
    state.set({ status: 'opening', userId })
    try {
      const opened = await open(userId)
      if (opened === null) {
        present = null
        state.set({ status: 'closed' })
        taken(userId)
        return
      }
      if (wanted !== userId) {
        present = null
        left(userId, await opened.depart('ended'))
        return
      }
      state.set({ status: 'open', opened, activity: null })
      opened.evicted.addEventListener('abort', () => void queue(() => evict(opened)))
      if (opened.evicted.aborted) void queue(() => evict(opened))
      opened.activity$.subscribe((activity) => {
        const shown = state.read()
        if (shown.status === 'open' && shown.opened === opened) state.set({ ...shown, activity })
      })
    } catch (error) {
      const [pauseMs, ...pausesLeft] = pausesMs
      if (pauseMs === undefined || wanted !== userId) return state.set({ status: 'failed', userId, error })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      await enter(userId, pausesLeft)
    }
  }

  /** Another tab has the account leave. It is shown again if it did not leave after all. */
  const evict = async (opened: OpenedStore): Promise<void> => {
    const now = state.read()
    if (now.status !== 'open' || now.opened !== opened) return
    state.set({ status: 'opening', userId: opened.store.userId })
    // What cannot be closed must not keep the person from what can be opened
    await within(CLOSE_LIMIT_MS, opened.close()).catch(failed)
    present = null
    if (wanted === null) return state.set({ status: 'closed' })
    const userId = wanted
    await enter(userId, REOPEN_PAUSES_MS)
    if (state.read().status === 'failed' && wanted === userId) refused()
  }

  const change = async (userId: string | null): Promise<void> => {
    if (userId !== wanted) return
    const again = present === userId && state.read().status !== 'failed'
    if (again) return
    const before = present
    if (before !== null && before !== userId) {
      present = null
      await leave(before, 'ended').then((departure) => left(before, departure), failed)
    }
    if (userId !== null && userId === wanted) await enter(userId)
  }

  const queue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = chain.then(work)
    chain = result.catch(failed)
    return result
  }

  return {
    state,
    show: (userId) => {
      if (wanted === userId && state.read().status !== 'failed') return
      wanted = userId
      // Said at once, so that no screen shows the one before for a moment.
      if (state.read().status !== 'open')
        state.set(userId === null ? { status: 'closed' } : { status: 'opening', userId })
      queue(() => change(userId)).catch(() => {})
    },
    depart: (how) =>
      queue(async () => {
        const userId = present
        if (userId === null) return { remainder: 'none' }
        try {
          present = null
          const departure = await leave(userId, how)
          wanted = null
          state.set({ status: 'closed' })
          return departure
        } catch (error) {
          if (wanted !== null) await enter(wanted)
          throw error
        }
      }),
    closed: async () => {
      await chain
    },
  }
}
