import { Link } from '@tanstack/react-router'
import { canRestore, type Conflict, dismissOverruled, restoreOverruled } from '#sync/outbox/conflicts.ts'
import type { Store } from '#sync/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { showToast } from '#ui/toast.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { conflictWords } from './conflict-words.ts'
import { COPY } from './copy.ts'
import { LongText } from './long-text.tsx'
import { titleOf } from './titles.ts'

type ConflictListProps = { store: Store; conflicts: Conflict[]; roomForFavorite: () => Promise<boolean> }

/** What was written here and lost to another device, the latest first. */
export function ConflictList({ store, conflicts, roomForFavorite }: ConflictListProps) {
  const { listRef, removing } = useFocusAfterRemoval<HTMLElement>(conflicts.length)
  return (
    <section
      ref={listRef}
      tabIndex={-1}
      aria-label={COPY.conflicts}
      className={conflicts.length > 0 ? 'outline-none' : 'sr-only'}
    >
      {conflicts.length === 0 ? (
        <p>{COPY.conflictsNone}</p>
      ) : (
        <>
          <h2 className="text-lg">
            {COPY.conflicts}
            <span className="ms-2 text-sm font-normal text-muted">{COPY.groupCount(conflicts.length)}</span>
          </h2>
          <p className="mt-1 text-sm text-muted">{COPY.conflictsLead}</p>
          <ul className="mt-3 grid grid-cols-1 gap-3">
            {conflicts.map((conflict, index) => (
              <ConflictCard
                key={conflict.key}
                conflict={conflict}
                onRestore={() => {
                  removing(index)
                  void restore(store, conflict, roomForFavorite)
                }}
                onClose={() => {
                  removing(index)
                  void orSayWhy(dismissOverruled(store, conflict))
                }}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

async function restore(
  store: Store,
  conflict: Conflict,
  roomForFavorite: () => Promise<boolean>,
): Promise<void> {
  const adds = conflict.collection === 'favorites' && conflict.values.some(({ mine }) => mine === true)
  if (adds && !(await roomForFavorite())) return void showToast({ kind: 'error', message: COPY.noRoom })
  if (await orSayWhy(restoreOverruled(store, conflict)))
    showToast({ kind: 'success', message: COPY.restored })
}

async function orSayWhy(write: Promise<void>): Promise<boolean> {
  try {
    await write
    return true
  } catch {
    showToast({ kind: 'error', message: COPY.failedWrite })
    return false
  }
}

type ConflictCardProps = { conflict: Conflict; onRestore: () => void; onClose: () => void }

function ConflictCard({ conflict, onRestore, onClose }: ConflictCardProps) {
  const { headline, values, text } = conflictWords(conflict)
  const title = titleOf(conflict.collection, conflict.subject)
  return (
    <li
      data-conflict={conflict.collection}
      className="rounded-xl border border-line bg-surface p-4 [contain-intrinsic-block-size:auto_16rem] [content-visibility:auto]"
    >
      <article aria-label={title}>
        <h3 className="text-base wrap-anywhere">{title}</h3>
        <p className="mt-1 text-sm">{headline}</p>
        {values.length > 0 && (
          <dl className="mt-3 grid gap-2 text-sm">
            {values.map(({ label, mine, theirs }) => (
              <div key={label} className="rounded-md bg-sunken px-3 py-2">
                <dt className="text-xs text-muted">{label}</dt>
                <dd className="mt-0.5 grid gap-x-4 gap-y-1 sm:grid-cols-2">
                  <Side name={COPY.conflictMine} value={mine} />
                  <Side name={COPY.conflictTheirs} value={theirs} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-2 text-xs text-muted">
          <RelativeTime time={conflict.at} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {canRestore(conflict) && (
            <Button
              size="sm"
              variant="primary"
              data-remove=""
              icon={<Icon name="history" size={16} />}
              onClick={onRestore}
            >
              {COPY.restore}
            </Button>
          )}
          {text && <CopyButton text={text} />}
          {conflict.subject.kind === 'conversation' && (
            <Link
              to="/messages/$conversationId"
              params={{ conversationId: conflict.subject.conversationId }}
              className={buttonClass({ size: 'sm' })}
            >
              {COPY.openConversation}
            </Link>
          )}
          <Button size="sm" {...(!canRestore(conflict) && { 'data-remove': '' })} onClick={onClose}>
            {COPY.close}
          </Button>
        </div>
      </article>
    </li>
  )
}

function Side({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{name}</p>
      <LongText text={value} />
    </div>
  )
}
