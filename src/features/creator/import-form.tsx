import { useState, type FormEvent } from 'react'
import { GENRES } from '#domain/genres.ts'
import { IMPORT_MAX, type ImportedVideo, type ImportFailure } from '#domain/youtube-video.ts'
import { Button } from '#ui/button.tsx'
import { controlClass, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { OfferedDrafts } from '#ui/offered-drafts.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from '#ui/use-draft.ts'
import { COPY, IMPORT_FAILURE_TEXTS, IMPORT_REASONS, IMPORT_STATUSES } from './copy.ts'
import type { CreatorServer } from './creator-server.ts'
import { IMPORT_DRAFT } from './draft.ts'
import { Section } from './section.tsx'

type ImportFormProps = {
  userId: string
  online: boolean
  importVideos: CreatorServer['importVideos']
  /** Something came in. */
  onImported: () => void
}

/** Own videos by address or id, one a line. The lines that were refused stay in the field. */
export function ImportForm({ userId, online, importVideos, onImported }: ImportFormProps) {
  const draft = useDraft(userId, IMPORT_DRAFT)
  const text = draft.text ?? ''
  const [genre, setGenre] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<ImportFailure | null>(null)
  const [results, setResults] = useState<ImportedVideo[]>([])
  const change = (next: string): void => {
    setProblem(null)
    draft.type(next === '' ? null : next)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const lines = linesOf(text)
    const broken =
      lines.length === 0 ? COPY.importEmpty : lines.length > IMPORT_MAX ? COPY.importTooMany : null
    setProblem(broken)
    setFailure(null)
    if (broken !== null || !online) return
    setBusy(true)
    const result = await importVideos({ videos: lines, genre_id: genre || null })
    setBusy(false)
    if (!result.ok) return setFailure(result.code)
    const refused = result.videos.filter(({ status }) => status === 'refused')
    setResults(result.videos)
    change(refused.map(({ youtube_id }) => youtube_id).join('\n'))
    if (refused.length < result.videos.length) onImported()
  }

  const notice = failure ? IMPORT_FAILURE_TEXTS[failure] : online ? null : COPY.importOffline
  return (
    <Section title={COPY.importTitle} lead={COPY.importLead}>
      <form
        noValidate
        aria-label={COPY.importTitle}
        onSubmit={(event) => void submit(event)}
        className="grid gap-5"
      >
        <div className={notice ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
          <p role="alert">{notice}</p>
        </div>
        <TextArea
          label={COPY.importField}
          hint={COPY.importHint}
          rows={4}
          name="videos"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => change(target.value)}
          error={problem ?? undefined}
        />
        <OfferedDrafts draft={draft} />
        <Field label={COPY.genre} optional>
          {(control) => (
            <select
              {...control}
              value={genre}
              onChange={({ target }) => setGenre(target.value)}
              className={`${controlClass} min-h-11 max-w-72 bg-surface!`}
            >
              <option value="">{COPY.noGenre}</option>
              {GENRES.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div>
          <Button type="submit" busy={busy} icon={<Icon name="plus" size={18} />}>
            {COPY.importAction}
          </Button>
        </div>
      </form>
      <Results results={results} />
    </Section>
  )
}

function Results({ results }: { results: ImportedVideo[] }) {
  const numberOf = (wanted: ImportedVideo['status']): number =>
    results.filter(({ status }) => status === wanted).length
  return (
    <div className={results.length > 0 ? 'mt-6' : undefined}>
      <p role="status" className={results.length > 0 ? 'text-sm font-bold' : 'sr-only'}>
        {COPY.importDone(numberOf('added'), numberOf('updated'), numberOf('refused'))}
      </p>
      {results.length > 0 && (
        <ul aria-label={COPY.importResults} className="mt-3 rounded-xl border border-line bg-surface text-sm">
          {results.map(({ youtube_id, status, reason }) => (
            <li
              key={youtube_id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
            >
              <code className="wrap-anywhere">{youtube_id}</code>
              <span className={status === 'refused' ? 'text-danger' : 'text-good'}>
                {IMPORT_STATUSES[status]}
              </span>
              {reason && <span className="text-muted">{IMPORT_REASONS[reason]}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Each line once, without empty ones. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
