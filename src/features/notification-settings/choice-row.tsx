import { useId } from 'react'
import { controlClass } from '#ui/field.tsx'
import { useShownAtOnce } from '#ui/use-shown-at-once.ts'

type ChoiceRowProps = {
  label: string
  hint?: string
  value: number
  /** Ascending; the value is offered too when it is none of them. */
  choices: readonly number[]
  textOf: (value: number) => string
  onChange: (value: number) => Promise<void>
}

/** One of several numbers. */
export function ChoiceRow({ label, hint, value, choices, textOf, onChange }: ChoiceRowProps) {
  const id = useId()
  const [chosen, choose] = useShownAtOnce(value, onChange)
  const offered = choices.includes(value) ? choices : [...choices, value].toSorted((a, b) => a - b)
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-48">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <select
        id={id}
        aria-describedby={hint && `${id}-hint`}
        value={chosen}
        onChange={(event) => choose(Number(event.target.value))}
        className={`${controlClass} w-auto! min-w-40 bg-surface!`}
      >
        {offered.map((choice) => (
          <option key={choice} value={choice}>
            {textOf(choice)}
          </option>
        ))}
      </select>
    </div>
  )
}
