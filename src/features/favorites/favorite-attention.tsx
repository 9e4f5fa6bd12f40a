import { Link } from '@tanstack/react-router'
import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { discardParked, retryParked } from '#sync/outbox/decisions.ts'
import type { ParkedEdit } from '#sync/outbox/parked.ts'
import type { Store } from '#sync/store.ts'
import { AttentionNotice } from '#ui/attention-notice.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

const NONE: ParkedEdit[] = []

/** Why the server refused this favourite, and the ways out; nothing when it did not. `id`: of the favourite row. */
export function FavoriteAttention({ store, id }: { store: Store; id: string }) {
  const parked = useLive(store.outbox.parked$, NONE)
  const edit = parked.find((one) => one.collection === 'favorites' && one.id === id)
  if (!edit) return null
  return (
    <AttentionNotice
      reason={SYNC_REFUSAL_SENTENCES[edit.code]}
      actions={[
        { label: COPY.retry, run: () => retryParked(store, edit) },
        { label: COPY.discard, run: () => discardParked(store, edit) },
      ]}
      more={<Link to="/profile/sync">{COPY.syncCenter}</Link>}
    />
  )
}
