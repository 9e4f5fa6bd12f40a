import { useState } from 'react'
import type { RefusedEdit } from '#sync/outbox/waiting.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { COPY } from './copy.ts'
import { RefusedItem } from './refused-item.tsx'

const SHOWN_FIRST = 20
const SHOWN_MORE = 50

type RefusedListProps = { store: Store; refused: RefusedEdit[]; onEdit: (edit: RefusedEdit) => void }

/** What the server refused, the latest first. */
export function RefusedList({ store, refused, onEdit }: RefusedListProps) {
  const { listRef, removing } = useFocusAfterRemoval<HTMLElement>(refused.length)
  const [limit, setLimit] = useState(SHOWN_FIRST)
  const left = refused.length - limit
  return (
    <section
      ref={listRef}
      tabIndex={-1}
      aria-label={COPY.refused}
      className={refused.length > 0 ? 'outline-none' : 'sr-only'}
    >
      {refused.length === 0 ? (
        <p>{COPY.refusedNone}</p>
      ) : (
        <>
          <h2 className="text-lg">
            {COPY.refused}
            <span className="ms-2 text-sm font-normal text-muted">{COPY.groupCount(refused.length)}</span>
          </h2>
          <p className="mt-1 text-sm text-muted">{COPY.refusedLead}</p>
          <ul className="mt-3 grid grid-cols-1 gap-3">
            {refused.slice(0, limit).map((edit, index) => (
              <RefusedItem
                key={edit.key}
                store={store}
                edit={edit}
                onGoing={() => removing(index)}
                onEdit={onEdit}
              />
            ))}
          </ul>
          {left > 0 && (
            <Button size="sm" variant="quiet" className="mt-2" onClick={() => setLimit(limit + SHOWN_MORE)}>
              {COPY.more(Math.min(left, SHOWN_MORE))}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
