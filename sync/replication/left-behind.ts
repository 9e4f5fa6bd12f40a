import type { RxReplicationState } from 'rxdb/plugins/replication'
import { filter, firstValueFrom, merge, type Observable, type Subscription } from 'rxjs'

/**
 * Calls `pushAgain` when RxDB has come to rest after a wish to pull anew, until unsubscribed. Hazard: a wish to pull anew makes RxDB (17.6) forget what it was
 * told and has not pushed yet; it looks for it in the storage, but past the latest document that it has pushed. What one tab stored before that document, and
 * told after it, lies before that place and would never be sent.
 */
export function watchLeftBehind<Doc, Checkpoint>(
  pullsAnew$: Observable<unknown>,
  state: Pick<RxReplicationState<Doc, Checkpoint>, 'internalReplicationState'>,
  pushAgain: () => Promise<void>,
): Subscription {
  let [wishes, heeded] = [0, 0]
  const look = async (): Promise<void> => {
    const replication = state.internalReplicationState
    if (replication === undefined) return
    const { active, canceled } = replication.events
    const atRest$ = active.up.pipe(filter((pushing) => !pushing))
    await replication.streamQueue.up
    await firstValueFrom(merge(atRest$, canceled.pipe(filter(Boolean))))
    // At rest RxDB may still be looking
    await replication.streamQueue.up
    if (!canceled.value) await pushAgain()
  }
  const lookForEach = async (): Promise<void> => {
    while (heeded < wishes) {
      heeded = wishes
      // What cannot be read now is looked for after the next wish
      await look().catch(() => {})
    }
  }
  let looking = Promise.resolve()
  return pullsAnew$.subscribe(() => {
    wishes++
    looking = looking.then(lookForEach)
  })
}
