import { isMissingCode } from '#platform/missing-code.ts'
import { workerRefused } from '#platform/worker-refused.ts'
import { storageBlocked } from '#platform/storage-blocked.ts'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useApp, useValue } from '../app-context.ts'
import { loss } from '../store/loss.ts'
import { storageHealth } from '../store/storage-health.ts'

const StoreNotices = lazyOnceShown(async () => (await import('./store-notices.tsx')).StoreNotices)

/** What this browser cannot do for the app, and what is wrong with its storage: it cannot be used at all, the person's database cannot be opened, or something was lost. */
export function StoreFailure() {
  const state = useValue(useApp().keeper.state)
  const health = useValue(storageHealth)
  const trouble = {
    // Nothing is wrong with the storage when its code is missing, or another document can open it: `ReloadNotice` tells
    failed: state.status === 'failed' && !isMissingCode(state.error) && health !== 'refused',
    slow: health === 'slow',
    blocked: useValue(storageBlocked),
    onlineOnly: useValue(workerRefused),
    oneTab: !('locks' in navigator),
    lost: useValue(loss),
  }
  return <div role="alert">{Object.values(trouble).some(Boolean) && <StoreNotices {...trouble} />}</div>
}
