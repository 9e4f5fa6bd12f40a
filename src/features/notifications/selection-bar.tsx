import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'
import { readMany, removeMany } from './notification-actions.ts'
import type { Selection } from './use-selection.ts'

type SelectionBarProps = { store: Store; selection: Selection; done: () => void }

/** What can be done with those that are chosen, always in reach below the list. */
export function SelectionBar({ store, selection, done }: SelectionBarProps) {
  const { ids, stop, chooseAll } = selection
  const finish = () => {
    stop()
    done()
  }
  const none = ids.length === 0
  return (
    <div
      role="toolbar"
      aria-label={COPY.selection}
      className="floating sticky bottom-[calc(var(--bottom-nav-height)+0.75rem)] z-3 mt-4 flex flex-wrap items-center gap-2 rounded-xl border border-line-strong bg-surface p-3 shadow-floating"
    >
      <p role="status" className="me-auto min-w-28 px-1 text-sm font-bold">
        {COPY.selected(ids.length)}
      </p>
      <Button size="sm" variant="quiet" onClick={chooseAll}>
        {COPY.selectAll}
      </Button>
      <Button
        size="sm"
        disabled={none}
        onClick={() => {
          void readMany(store, ids)
          finish()
        }}
      >
        {COPY.readSelected}
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabled={none}
        onClick={() => {
          void removeMany(store, ids)
          finish()
        }}
      >
        {COPY.removeSelected}
      </Button>
      <Button size="sm" variant="quiet" onClick={finish}>
        {COPY.stopSelecting}
      </Button>
    </div>
  )
}
