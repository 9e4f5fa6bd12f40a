import type { Observable } from 'rxjs'
import { whenIdle } from '#platform/after-paint.ts'
import type { ObservableValue, WritableValue } from '#platform/observable-value.ts'
import { onPress } from '#platform/presses.ts'
import { noteReading, onAskedAgain } from '#platform/waits.ts'
import { type SyncActivity, syncActivity } from '#sync/activity.ts'
import { keepRefilling } from '#sync/catalogue/refill.ts'
import { notePress } from '#sync/next-task.ts'
import { failingQueries$, rereadNow } from '#sync/storage/reread.ts'
import type { Store } from '#sync/store.ts'
import { keepOwnVideosFresh } from '../catalogue/own-videos-fresh.ts'
import type { Environment } from '../environment.ts'
import { noteError } from '../last-errors.ts'
import type { Rest } from '../rest.ts'
import { askForBackgroundSync } from './background-sync.ts'
import { bringBack, type BroughtBack } from './bring-back.ts'
import { noteUnsent } from './loss.ts'
import { sealKeyServer } from './seal-key-server.ts'

const PUSH_LIMIT_MS = 5_000

type Surroundings = {
  found: Parameters<typeof noteUnsent>[2]
  rest: Rest
  environment: () => Promise<Environment>
  online: ObservableValue<boolean>
  broughtBack: WritableValue<BroughtBack | null>
}

/** What goes on beside an open database. Loaded when it is open: what it holds is shown before. */
export function lookAfter(
  store: Store,
  { found, rest, environment, online, broughtBack }: Surroundings,
): { activity$: Observable<SyncActivity>; fetchMissingVideos: () => Promise<void>; stop: () => void } {
  const { userId } = store
  const activity$ = syncActivity(store)
  const back = bringBack(store, sealKeyServer(rest, userId), online, broughtBack)
  const looking = askForBackgroundSync(store)
  looking.add(activity$.subscribe(({ pending, attention }) => noteUnsent(userId, pending + attention, found)))
  const ownVideos = keepOwnVideosFresh(store, rest, online)
  looking.add(ownVideos.stop)
  looking.add(keepRefilling(store))
  looking.add(onPress(notePress))
  looking.add(failingQueries$.subscribe((count) => noteReading(store, count > 0)))
  looking.add(() => noteReading(store, false))
  looking.add(onAskedAgain(rereadNow))
  // Nothing that is shown waits for it
  void whenIdle(PUSH_LIMIT_MS)
    .then(() => import('./keep-push.ts'))
    .then(({ keepPush }) => looking.closed || looking.add(keepPush(userId, { rest, environment, online })))
    .catch(noteError)
  return {
    activity$,
    fetchMissingVideos: ownVideos.fetchMissing,
    stop: () => {
      looking.unsubscribe()
      back.stop()
    },
  }
}
