import { type FormEvent, useState } from 'react'
import { type AdvancedQuery, CRITERION_TEXT_MAX_LENGTH, genresIn } from '#domain/advanced-search.ts'
import { GENRES } from '#domain/genres.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { TextField } from '#ui/text-field.tsx'
import {
  type AdvancedDraft,
  type DraftErrors,
  type DraftField,
  draftOf,
  readDraft,
} from './advanced-draft.ts'
import { ADVANCED } from './copy.ts'
import { LeastScores } from './least-scores.tsx'

/** What a date field of a browser may be given. */
const DAYS = { min: '1900-01-01', max: '2099-12-31' }

type AdvancedSearchFormProps = { id: string; query: AdvancedQuery; onSearch: (query: AdvancedQuery) => void }

/** The conditions of an advanced search. They become the address when the person says so, and follow the address. */
export function AdvancedSearchForm({ id, query, onSearch }: AdvancedSearchFormProps) {
  const asked = JSON.stringify(query)
  const [shown, setShown] = useState(asked)
  const [draft, setDraft] = useState(() => draftOf(query))
  const [errors, setErrors] = useState<DraftErrors>({})
  if (shown !== asked) {
    setShown(asked)
    setDraft(draftOf(query))
    setErrors({})
  }
  const change = (changes: Partial<AdvancedDraft>) => setDraft({ ...draft, ...changes })
  const field = (name: DraftField) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readDraft(draft)
    setErrors(read.ok ? {} : read.errors)
    if (read.ok) return onSearch(read.query)
    const [first] = Object.keys(read.errors)
    const wrong = first === undefined ? null : event.currentTarget.elements.namedItem(first)
    if (wrong instanceof HTMLElement) wrong.focus()
  }

  const genres = genresIn(draft.genres)
  const toggle = (genre: (typeof genres)[number]) =>
    change({
      genres: (genres.includes(genre) ? genres.filter((other) => other !== genre) : [...genres, genre]).join(
        ',',
      ),
    })
  return (
    <form id={id} noValidate onSubmit={submit} aria-label={ADVANCED.conditions} className="grid gap-6">
      <TextField
        label={ADVANCED.text}
        hint={ADVANCED.textHint}
        maxLength={CRITERION_TEXT_MAX_LENGTH}
        enterKeyHint="search"
        {...field('q')}
      />
      <TextField
        label={ADVANCED.channel}
        hint={ADVANCED.channelHint}
        maxLength={CRITERION_TEXT_MAX_LENGTH}
        enterKeyHint="search"
        {...field('channel')}
      />
      <fieldset aria-describedby={`${id}-genres`} className="grid gap-2">
        <legend className="float-start text-sm font-bold">{ADVANCED.genres}</legend>
        <div className="flex flex-wrap gap-2">
          {GENRES.map(({ id: genre, name }) => (
            <Chip key={genre} label={name} chosen={genres.includes(genre)} onChange={() => toggle(genre)} />
          ))}
        </div>
        <p id={`${id}-genres`} className="text-xs text-muted">
          {ADVANCED.genresHint}
        </p>
      </fieldset>
      <LeastScores draft={draft} onChange={change} />
      <fieldset aria-describedby={`${id}-length`} className="grid grid-cols-2 gap-x-3 gap-y-2">
        <legend className="sr-only">{ADVANCED.length}</legend>
        <TextField label={ADVANCED.minutesFrom} inputMode="numeric" {...field('minutes_from')} />
        <TextField label={ADVANCED.minutesTo} inputMode="numeric" {...field('minutes_to')} />
        <p id={`${id}-length`} className="col-span-2 text-xs text-muted">
          {ADVANCED.lengthHint}
        </p>
      </fieldset>
      <fieldset className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <legend className="sr-only">{ADVANCED.published}</legend>
        <TextField label={ADVANCED.publishedFrom} type="date" {...DAYS} {...field('published_from')} />
        <TextField label={ADVANCED.publishedTo} type="date" {...DAYS} {...field('published_to')} />
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" className="flex-1">
          {ADVANCED.search}
        </Button>
        <Button variant="quiet" onClick={() => onSearch({})}>
          {ADVANCED.clear}
        </Button>
      </div>
    </form>
  )
}
