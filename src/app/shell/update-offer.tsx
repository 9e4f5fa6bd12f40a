import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useRootMark } from '#ui/root-mark.ts'
import { useApp, useValue } from '../app-context.ts'
import { unsentOf } from '../store/store-state.ts'
import { useWorker } from './use-worker.ts'

/** A new version waits: offered, never forced, and not while something is unsent. */
export function UpdateOffer() {
  const { updateWaiting, update } = useWorker()
  const unsent = unsentOf(useValue(useApp().keeper.state))
  const [later, setLater] = useState(false)
  const offered = updateWaiting && unsent === 0 && !later
  useRootMark('data-update-offer', offered ? '' : undefined)
  return (
    <div role="status" className="update-offer pointer-events-none fixed inset-x-0 z-40 px-4">
      {offered && (
        <div className="floating mx-auto flex max-w-md flex-wrap items-center gap-2 rounded-lg border border-line bg-surface py-2 ps-4 pe-2 shadow-floating">
          <p className="min-w-0 flex-1 text-sm font-bold">新しいバージョンがあります</p>
          <Button size="sm" variant="primary" onClick={update}>
            更新
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setLater(true)}>
            あとで
          </Button>
        </div>
      )}
    </div>
  )
}
