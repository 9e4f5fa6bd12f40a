import { useMemo, useState } from 'react'
import { draftsOf } from '#platform/drafts.ts'
import { endVersion } from '#platform/open-draft.ts'
import { editKey } from '#sync/outbox/parked.ts'
import { type Subject, watchSubjects } from '#sync/outbox/subject.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { draftAbout, draftText, formOf, isMessageEdit } from './draft-words.ts'
import { LongText } from './long-text.tsx'
import { titleOf } from './titles.ts'

type Subjects = ReadonlyMap<string, Subject>
const NONE: Subjects = new Map()

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1)

/** What was begun and not sent, also where its conversation has ended or vanished: to be copied or given up. */
export function DraftList({ store }: { store: Store }) {
  const { userId } = store
  const [drafts, setDrafts] = useState(() => draftsOf(userId).toSorted(byName))
  const subjects$ = useMemo(
    () =>
      watchSubjects(
        store,
        drafts.flatMap(({ name }) => draftAbout(name) ?? []),
      ),
    [store, drafts],
  )
  const subjects = useLive(subjects$, NONE)
  const { listRef, removing } = useFocusAfterRemoval<HTMLElement>(drafts.length)
  return (
    <section
      ref={listRef}
      id="sync-drafts"
      tabIndex={-1}
      aria-label={COPY.drafts}
      className={drafts.length > 0 ? 'outline-none' : 'sr-only'}
    >
      {drafts.length === 0 ? (
        <p>{COPY.draftsNone}</p>
      ) : (
        <>
          <h2 className="text-lg">
            {COPY.drafts}
            <span className="ms-2 text-sm font-normal text-muted">{COPY.groupCount(drafts.length)}</span>
          </h2>
          <p className="mt-1 text-sm text-muted">{COPY.draftsLead}</p>
          <ul className="mt-3 grid grid-cols-1 gap-3">
            {drafts.map(({ name, version }, index) => (
              <DraftItem
                key={version.id + name}
                title={titleOfDraft(name, subjects)}
                text={draftText(name, version.text)}
                onDiscard={() => {
                  removing(index)
                  endVersion({ whose: userId, name }, version.id)
                  setDrafts(drafts.filter((other) => other.version !== version))
                  showToast({ kind: 'blank', message: COPY.discarded })
                }}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function titleOfDraft(name: string, subjects: Subjects): string {
  if (isMessageEdit(name)) return COPY.messageEdit
  const about = draftAbout(name)
  if (about === undefined) return formOf(name) ?? COPY.drafts
  return titleOf(about.collection, subjects.get(editKey(about.collection, about.id)) ?? { kind: 'other' })
}

type DraftItemProps = { title: string; text: string; onDiscard: () => void }

function DraftItem({ title, text, onDiscard }: DraftItemProps) {
  const [asking, setAsking] = useState(false)
  const written = text && <LongText text={text} className="mt-2 rounded-md bg-sunken px-3 py-2 text-sm" />
  return (
    <li className="rounded-xl border border-line bg-surface p-4">
      <article aria-label={title}>
        <h3 className="text-base wrap-anywhere">{title}</h3>
        {written}
        <div className="mt-3 flex flex-wrap gap-2">
          {text && <CopyButton text={text} />}
          <Button
            size="sm"
            data-remove=""
            icon={<Icon name="trash" size={16} />}
            onClick={() => setAsking(true)}
          >
            {COPY.discard}
          </Button>
        </div>
      </article>
      <DiscardDialog
        open={asking}
        title={title}
        body={COPY.discardDraft}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onDiscard()
        }}
      >
        {written}
      </DiscardDialog>
    </li>
  )
}
