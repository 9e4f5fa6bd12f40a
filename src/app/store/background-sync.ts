import { pairwise, startWith, type Subscription } from 'rxjs'
import { requestBackgroundSync } from '#platform/background-sync.ts'
import { keepStorageSilently } from '#platform/storage-quota.ts'
import { unsavedKeys } from '#sync/activity.ts'
import type { Store } from '#sync/store.ts'

/**
 * Whenever an edit joins those that the server does not have, asks the browser to wake the worker for it, should this page close first; and with the first one, not to
 * throw away what this device stores, because it is the only copy.
 */
export function askForBackgroundSync(store: Store): Subscription {
  return unsavedKeys(store)
    .pipe(startWith([]), pairwise())
    .subscribe(([before, now]) => {
      const known = new Set<string>(before)
      if (!now.some((key) => !known.has(key))) return
      void requestBackgroundSync()
      void keepStorageSilently()
    })
}
