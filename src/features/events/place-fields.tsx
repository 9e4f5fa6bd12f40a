import { useId } from 'react'
import type { EventField } from '#domain/event-rules.ts'
import { TextField } from '#ui/text-field.tsx'
import { COPY } from './copy.ts'
import type { EventDraft } from './draft.ts'

type PlaceFieldsProps = {
  typed: EventDraft
  busy: boolean
  change: (changes: Partial<EventDraft>) => void
  errorOf: (field: EventField) => string | undefined
}

/** Online or somewhere, and where. What was typed for the other stays while one decides. */
export function PlaceFields({ typed, busy, change, errorOf }: PlaceFieldsProps) {
  const name = useId()
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-bold">{COPY.how}</legend>
        <div className="flex flex-wrap gap-x-6">
          {[false, true].map((isOnline) => (
            <label key={String(isOnline)} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
              <input
                type="radio"
                name={name}
                disabled={busy}
                checked={typed.isOnline === isOnline}
                onChange={() => change({ isOnline })}
                className="size-5 shrink-0 accent-ink"
              />
              {isOnline ? COPY.online : COPY.atPlace}
            </label>
          ))}
        </div>
      </fieldset>
      {typed.isOnline ? (
        <TextField
          label={COPY.url}
          hint={COPY.urlHint}
          optional
          type="url"
          name="url"
          autoComplete="off"
          readOnly={busy}
          value={typed.url}
          onChange={({ target }) => change({ url: target.value })}
          error={errorOf('url')}
        />
      ) : (
        <TextField
          label={COPY.place}
          hint={COPY.placeHint}
          name="place"
          autoComplete="off"
          readOnly={busy}
          value={typed.place}
          onChange={({ target }) => change({ place: target.value })}
          error={errorOf('place')}
        />
      )}
    </>
  )
}
