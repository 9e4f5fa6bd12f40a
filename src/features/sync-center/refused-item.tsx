import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { discardParked, retryParked } from '#sync/outbox/decisions.ts'
import type { RefusedEdit } from '#sync/outbox/waiting.ts'
import type { Store } from '#sync/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { showToast } from '#ui/toast.tsx'
import { contentsOf } from './contents.ts'
import { COPY } from './copy.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { LongText } from './long-text.tsx'
import { placeOf } from './places.ts'
import { titleOf } from './titles.ts'

type RefusedItemProps = {
  store: Store
  edit: RefusedEdit
  onGoing: () => void
  onEdit: (edit: RefusedEdit) => void
}

/** One edit that the server refused: what it is, why, and every way out. `onGoing`: it is about to leave the list; `onEdit`: the person goes to where it can be changed. */
export function RefusedItem({ store, edit, onGoing, onEdit }: RefusedItemProps) {
  const [asking, setAsking] = useState(false)
  const title = titleOf(edit.collection, edit.subject)
  const { facts, text } = contentsOf(edit)
  const place = placeOf(edit)
  const settle = async (decide: Promise<void>, said: string) => {
    onGoing()
    const done = await decide.then(
      () => true,
      () => false,
    )
    showToast(done ? { kind: 'blank', message: said } : { kind: 'error', message: COPY.failedWrite })
  }
  return (
    <li data-sync="attention" className="rounded-xl border border-line bg-surface p-4">
      <article aria-label={title}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="min-w-0 text-base wrap-anywhere">{title}</h3>
          <SyncBadge state="attention" />
        </div>
        <p className="mt-2 flex gap-2 text-sm text-caution">
          <Icon name="alert" size={20} className="mt-0.5" />
          {SYNC_REFUSAL_SENTENCES[edit.code]}
        </p>
        <Contents facts={facts} text={text} />
        <p className="mt-2 text-xs text-muted">
          <RelativeTime time={edit.parkedAt} />
          {COPY.refusedAt}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            data-remove=""
            icon={<Icon name="refresh" size={16} />}
            onClick={() => void settle(retryParked(store, edit), COPY.retried)}
          >
            {COPY.retry}
          </Button>
          {place && (
            <Link {...place.link} onClick={() => onEdit(edit)} className={buttonClass({ size: 'sm' })}>
              <Icon name={place.tidy ? 'heart' : 'edit'} size={16} />
              {place.tidy ? COPY.tidy : COPY.edit}
            </Link>
          )}
          {text && <CopyButton text={text} />}
          <Button size="sm" icon={<Icon name="trash" size={16} />} onClick={() => setAsking(true)}>
            {COPY.discard}
          </Button>
        </div>
      </article>
      <DiscardDialog
        open={asking}
        title={title}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          void settle(discardParked(store, edit), COPY.discarded)
        }}
      >
        <Contents facts={facts} text={text} />
      </DiscardDialog>
    </li>
  )
}

function Contents({ facts, text }: { facts: string[]; text: string }) {
  return (
    <>
      {facts.length > 0 && <p className="mt-2 text-sm">{facts.join('・')}</p>}
      {text && <LongText text={text} className="mt-2 rounded-md bg-sunken px-3 py-2 text-sm" />}
    </>
  )
}
