import { SCORE_NAMES, SCORE_VALUES, SCORES } from '#domain/rating.ts'
import { controlClass, Field } from '#ui/field.tsx'
import type { AdvancedDraft } from './advanced-draft.ts'
import { ADVANCED } from './copy.ts'

type LeastScoresProps = { draft: AdvancedDraft; onChange: (changes: Partial<AdvancedDraft>) => void }

/** How well a video must be rated at least, over all and on each axis. */
export function LeastScores({ draft, onChange }: LeastScoresProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="float-start text-sm font-bold">{ADVANCED.ratings}</legend>
      <p className="text-xs text-muted">{ADVANCED.ratingsHint}</p>
      <div className="grid grid-cols-2 gap-3">
        {SCORES.map((score) => (
          <Field key={score} label={SCORE_NAMES[score]}>
            {(control) => (
              <select
                {...control}
                name={score}
                className={controlClass}
                value={draft[score]}
                onChange={({ target }) => onChange({ [score]: target.value })}
              >
                <option value="">{ADVANCED.any}</option>
                {SCORE_VALUES.map((value) => (
                  <option key={value} value={value}>
                    {ADVANCED.orMore(value)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
