import type { ObservableValue, WritableValue } from '#platform/observable-value.ts'
import type { Returned } from '#sync/seal/return-remainders.ts'
import { learnSealKey, type SealKeyServer } from '#sync/seal/seal-key.ts'
import { isAnythingSealed } from '#sync/seal/sealed-database.ts'
import type { Store } from '#sync/store.ts'
import { noteError } from '../last-errors.ts'

export type BroughtBack = Returned

const TRY_AGAIN_MS = 60_000

/** Has the account's seal key on this device, and lays back what is sealed for it, as soon as the server can be asked. */
export function bringBack(
  store: Store,
  server: SealKeyServer,
  online: ObservableValue<boolean>,
  news: WritableValue<BroughtBack | null>,
): { stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let trying = false
  const attempt = async (): Promise<void> => {
    if (trying || news.read() !== null || !online.read()) return
    trying = true
    clearTimeout(timer)
    try {
      news.set(await broughtBack(store, server))
    } catch (error) {
      if (store.database.closed) return
      noteError(error)
      timer = setTimeout(() => void attempt(), TRY_AGAIN_MS)
    } finally {
      trying = false
    }
  }
  const { unsubscribe } = online.subscribe(() => void attempt())
  return {
    stop: () => {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

async function broughtBack(store: Store, server: SealKeyServer): Promise<BroughtBack> {
  if (!(await isAnythingSealed())) {
    await learnSealKey(store.outbox, server)
    return { count: 0, unopened: [] }
  }
  const [{ returnRemainders }, { putDraftsBack }] = await Promise.all([
    import('#sync/seal/return-remainders.ts'),
    import('../put-drafts-back.ts'),
  ])
  return returnRemainders(store, server, (drafts) => putDraftsBack(store.userId, drafts))
}
