import { useState } from 'react'
import { retryParked } from '#sync/outbox/decisions.ts'
import type { RefusedEdit } from '#sync/outbox/waiting.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { COPY } from './copy.ts'
import { RefusedItem } from './refused-item.tsx'
import { inShownOrder, inWritingOrder } from './refused-order.ts'

const SHOWN_FIRST = 20
const SHOWN_MORE = 50

type RefusedListProps = { store: Store; refused: RefusedEdit[]; onEdit: (edit: RefusedEdit) => void }

/** What the server refused, the latest first, each conversation as it is read. */
export function RefusedList({ store, refused, onEdit }: RefusedListProps) {
  const { listRef, removing } = useFocusAfterRemoval<HTMLElement>(refused.length)
  const [limit, setLimit] = useState(SHOWN_FIRST)
  const [busy, setBusy] = useState(false)
  const left = refused.length - limit
  const retryAll = async () => {
    removing(0)
    setBusy(true)
    const failed = await sendAgain(store, refused)
    setBusy(false)
    showToast(
      failed ? { kind: 'error', message: COPY.failedWrite } : { kind: 'blank', message: COPY.retried },
    )
  }
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
          {refused.length > 1 && (
            <Button
              size="sm"
              className="mt-3"
              busy={busy}
              icon={<Icon name="refresh" size={16} />}
              onClick={() => void retryAll()}
            >
              {COPY.retryAll}
            </Button>
          )}
          <ul className="mt-3 grid grid-cols-1 gap-3">
            {inShownOrder(refused)
              .slice(0, limit)
              .map((edit, index) => (
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

/** Answers whether one of them could not be stored. */
async function sendAgain(store: Store, refused: RefusedEdit[]): Promise<boolean> {
  try {
    for (const edit of inWritingOrder(refused)) await retryParked(store, edit)
    return false
  } catch {
    return true
  }
}
