import { useId } from 'react'
import { GENRES } from '#domain/genres.ts'
import { INTERESTS_MAX, orderedInterests } from '#domain/profile.ts'
import { Chip } from '#ui/chip.tsx'
import { COPY } from './copy.ts'

type InterestPickerProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Genres to press, ten at most. */
export function InterestPicker({ chosen, onChange }: InterestPickerProps) {
  const hintId = useId()
  const full = chosen.length >= INTERESTS_MAX
  return (
    <fieldset aria-describedby={hintId} className="grid gap-2">
      <legend className="float-start flex w-full items-baseline justify-between text-sm font-bold">
        {COPY.interests}
        <span className="text-xs font-normal text-muted" aria-live="polite">
          {COPY.interestsChosen(chosen.length)}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {GENRES.map(({ id, name }) => {
          const isChosen = chosen.includes(id)
          return (
            <Chip
              key={id}
              label={name}
              chosen={isChosen}
              disabled={full && !isChosen}
              onChange={() =>
                onChange(
                  orderedInterests(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id]),
                )
              }
            />
          )
        })}
      </div>
      <p id={hintId} className="text-xs text-muted">
        {COPY.interestsHint}
      </p>
    </fieldset>
  )
}
