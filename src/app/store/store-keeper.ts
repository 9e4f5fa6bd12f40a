import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import type { OpenedStore } from './open-store.ts'
import type { StoreState } from './store-state.ts'

export type StoreKeeper = {
  state: ObservableValue<StoreState>
  /** Opens this person's database, or closes any for null. The last call stands. */
  show: (userId: string | null) => void
  /** The database that is open now is deleted when it is closed. */
  removeOnClose: () => void
  /** Resolves once nothing is open any more. */
  closed: () => Promise<void>
}

/** One account's database at a time: the next is opened only when the one before is closed. */
export function createStoreKeeper(
  open: (userId: string) => Promise<OpenedStore>,
  failed: (error: unknown) => void,
): StoreKeeper {
  const state = createValue<StoreState>({ status: 'closed' })
  let wanted: string | null = null
  let chain: Promise<void> = Promise.resolve()
  let removed: OpenedStore | undefined

  const change = async (userId: string | null): Promise<void> => {
    const now = state.read()
    if (now.status === 'open') {
      if (now.opened.store.userId === userId) return
      state.set(userId === null ? { status: 'closed' } : { status: 'opening', userId })
      await (now.opened === removed ? now.opened.remove() : now.opened.close())
    }
    if (userId === null || userId !== wanted) return
    try {
      const opened = await open(userId)
      if (wanted !== userId) {
        await opened.close()
        return
      }
      state.set({ status: 'open', opened, activity: null })
      opened.activity$.subscribe((activity) => {
        const shown = state.read()
        if (shown.status === 'open' && shown.opened === opened) state.set({ ...shown, activity })
      })
    } catch (error) {
      state.set({ status: 'failed', userId, error })
    }
  }

  return {
    state,
    show: (userId) => {
      if (wanted === userId && state.read().status !== 'failed') return
      wanted = userId
      // Said at once, so that no screen shows the one before for a moment.
      if (state.read().status !== 'open')
        state.set(userId === null ? { status: 'closed' } : { status: 'opening', userId })
      chain = chain.then(() => change(userId)).catch(failed)
    },
    removeOnClose: () => {
      const now = state.read()
      removed = now.status === 'open' ? now.opened : undefined
    },
    closed: () => chain,
  }
}
