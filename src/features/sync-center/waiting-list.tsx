import { useState } from 'react'
import type { CollectionName } from '#sync/collections/registry.ts'
import type { WaitingEdit } from '#sync/outbox/waiting.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { COPY, NOUNS } from './copy.ts'
import { titleOf } from './titles.ts'

/** Of each kind so many at first, and so many more at a time: hundreds may wait. */
const SHOWN_FIRST = 10
const SHOWN_MORE = 50

/** What waits to be sent, by kind, the oldest first. */
export function WaitingList({ waiting }: { waiting: WaitingEdit[] }) {
  const groups = [...Map.groupBy(waiting, ({ collection }) => collection)]
  return (
    <section aria-labelledby="sync-waiting">
      <h2 id="sync-waiting" className="text-lg">
        {COPY.waiting}
        {waiting.length > 0 && (
          <span className="ms-2 text-sm font-normal text-muted">{COPY.groupCount(waiting.length)}</span>
        )}
      </h2>
      {groups.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{COPY.waitingNone}</p>
      ) : (
        <div className="mt-3 grid grid-cols-1 gap-5">
          {groups.map(([collection, edits]) => (
            <WaitingGroup key={collection} collection={collection} edits={edits} />
          ))}
        </div>
      )}
    </section>
  )
}

function WaitingGroup({ collection, edits }: { collection: CollectionName; edits: WaitingEdit[] }) {
  const [limit, setLimit] = useState(SHOWN_FIRST)
  const left = edits.length - limit
  return (
    <div>
      <h3 className="text-sm">
        {NOUNS[collection]}
        <span className="ms-2 font-normal text-muted">{COPY.groupCount(edits.length)}</span>
      </h3>
      <ul className="mt-2 overflow-hidden rounded-lg border border-line bg-surface">
        {edits.slice(0, limit).map(({ key, subject, since, sync }) => (
          <li
            key={key}
            data-sync={sync}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="min-w-0 flex-1 basis-52 truncate text-sm">{titleOf(collection, subject)}</span>
            <span className="flex shrink-0 items-center gap-3 text-xs text-muted">
              <span>
                <RelativeTime time={since} />
                {COPY.waitingSince}
              </span>
              <SyncBadge state={sync} />
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" variant="quiet" className="mt-2" onClick={() => setLimit(limit + SHOWN_MORE)}>
          {COPY.more(Math.min(left, SHOWN_MORE))}
        </Button>
      )}
    </div>
  )
}
