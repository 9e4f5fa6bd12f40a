import { Link } from '@tanstack/react-router'
import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { copyText, discardParked, retryParked } from '#sync/outbox/decisions.ts'
import type { ParkedEdit } from '#sync/outbox/parked.ts'
import type { Store } from '#sync/store.ts'
import { AttentionNotice } from '#ui/attention-notice.tsx'
import { showToast } from '#ui/toast.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

const NONE: ParkedEdit[] = []

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', message: COPY.copied })
  } catch {
    showToast({ kind: 'error', message: COPY.notCopied })
  }
}

/** Why the server refused this rating, and the ways out; nothing when it did not. `id`: of the rating row. */
export function RatingAttention({ store, id }: { store: Store; id: string }) {
  const parked = useLive(store.outbox.parked$, NONE)
  const edit = parked.find((one) => one.collection === 'ratings' && one.id === id)
  if (!edit) return null
  const text = copyText(edit)
  return (
    <div className="mt-3">
      <AttentionNotice
        reason={SYNC_REFUSAL_SENTENCES[edit.code]}
        actions={[
          { label: COPY.retry, run: () => retryParked(store, edit) },
          { label: COPY.discard, run: () => discardParked(store, edit) },
          ...(text ? [{ label: COPY.copy, run: () => void copy(text) }] : []),
        ]}
        more={<Link to="/profile/sync">{COPY.syncCenter}</Link>}
      />
    </div>
  )
}
