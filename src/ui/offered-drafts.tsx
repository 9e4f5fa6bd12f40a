import type { DraftVersion } from '#platform/open-draft.ts'
import { Button } from './button.tsx'
import { offerUndo } from './undo-toast.ts'
import type { Draft, FormDraft } from './use-draft.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

const COPY = {
  text: 'ほかにも書きかけの文章があります',
  form: 'ほかにも入力途中の内容があります',
  take: 'この内容にする',
  drop: '破棄',
  dropped: '書きかけを破棄しました。',
}

type Ways = { take: (version: DraftVersion) => void; drop: (version: DraftVersion) => () => void }

/**
 * Shows what was begun in another tab, or earlier. The person takes it instead of what the field holds, which
 * is offered then, or gives it up.
 */
export const OfferedDrafts = ({ draft }: { draft: Ways & Pick<Draft, 'offered'> }) => (
  <Offered
    title={COPY.text}
    ways={draft}
    offered={draft.offered.map((version) => ({ version, words: version.text }))}
  />
)

/** The same of a whole form, of which `words` are shown. */
export const OfferedForms = <Value,>({
  draft,
  words,
}: {
  draft: Pick<FormDraft<Value>, 'offered' | 'take' | 'drop'>
  words: (value: Value) => string
}) => (
  <Offered
    title={COPY.form}
    ways={draft}
    offered={draft.offered.map(({ version, value }) => ({ version, words: words(value) }))}
  />
)

function giveUp({ drop }: Ways, version: DraftVersion): void {
  const bringBack = drop(version)
  offerUndo({
    message: COPY.dropped,
    subject: `draft:${version.id}`,
    undo: () => Promise.resolve(bringBack()),
  })
}

type OfferedProps = {
  title: string
  ways: Ways
  offered: readonly { version: DraftVersion; words: string }[]
}

function Offered({ title, ways, offered }: OfferedProps) {
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(
    offered.map(({ version }) => version.id).join(),
  )
  // Takes the focus when it is empty: the field follows it
  return (
    <div ref={listRef} tabIndex={-1} className="empty:absolute">
      {offered.length > 0 && <List title={title} ways={ways} offered={offered} removing={removing} />}
    </div>
  )
}

function List({ title, ways, offered, removing }: OfferedProps & { removing: (index: number) => void }) {
  return (
    <section aria-label={title} className="mb-2 grid gap-2 rounded-lg bg-sunken px-4 py-3 text-sm">
      <p>{title}</p>
      <ul className="grid gap-2">
        {offered.map(({ version, words }, index) => (
          <li key={version.id} className="flex flex-wrap items-center justify-end gap-2">
            <p className="line-clamp-2 min-w-0 flex-1 basis-full font-bold sm:basis-40 wrap-anywhere whitespace-pre-line">
              {words}
            </p>
            <Button
              size="sm"
              data-remove
              onClick={() => {
                removing(index)
                ways.take(version)
              }}
            >
              {COPY.take}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                removing(index)
                giveUp(ways, version)
              }}
            >
              {COPY.drop}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
