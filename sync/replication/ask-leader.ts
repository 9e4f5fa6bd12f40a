import { filter, firstValueFrom, map, merge, race, take, timer } from 'rxjs'
import type { Store } from '../store.ts'

/** The leader answered, but its round failed. */
export class LeaderFailed extends Error {
  override readonly name = 'LeaderFailed'
}

/**
 * Asks whoever leads to push and pull now. Answers false when nobody is heard within `answerMs`; rejects when the round failed or took longer than
 * `roundMs`.
 */
export async function askLeader(store: Store, answerMs: number, roundMs: number): Promise<boolean> {
  const request = store.newId()
  const answers$ = store.channel.messages$.pipe(
    filter(
      (message) => (message.type === 'alive' || message.type === 'synced') && message.request === request,
    ),
  )
  const alive = firstValueFrom(
    race(answers$.pipe(map(() => true)), timer(answerMs).pipe(map(() => false))).pipe(take(1)),
  )
  const synced = firstValueFrom(
    merge(
      answers$.pipe(
        filter((message) => message.type === 'synced'),
        map((message) => message.failure),
      ),
      timer(roundMs).pipe(map(() => 'timeout')),
      // The channel closes with the store
    ).pipe(take(1)),
    { defaultValue: 'closed' },
  )
  synced.catch(() => {})
  store.channel.post({ type: 'sync_now', request })
  if (!(await alive)) return false
  const failure = await synced
  if (failure !== null) throw new LeaderFailed(failure)
  return true
}
