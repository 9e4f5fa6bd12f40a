import { useId } from 'react'

type ChoiceProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  labels: Record<Value, string>
  chosen: Value | ''
  onChange: (value: Value) => void
  error: string | undefined
}

/** One of several, as radios; none is chosen at first. */
export function Choice<Value extends string>({
  legend,
  values,
  labels,
  chosen,
  onChange,
  error,
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className="grid"
      aria-describedby={error && `${id}-error`}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend className="mb-1.5 text-sm font-bold">{legend}</legend>
      {values.map((value) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="radio"
            name={id}
            value={value}
            checked={chosen === value}
            onChange={() => onChange(value)}
            className="size-5 shrink-0 accent-ink"
          />
          {labels[value]}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
