import { useId, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type FieldTexts = {
  label: string
  /** Under the field, always shown. */
  hint?: string | undefined
  /** What is wrong, shown and announced instead of nothing. */
  error?: string | undefined
  /** Says 任意 beside the label. */
  optional?: boolean
}

type FieldProps = FieldTexts & {
  aside?: ReactNode
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}

export const controlClass =
  'w-full rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted [&[readonly]]:bg-sunken disabled:opacity-50 aria-invalid:border-danger'

/** A labelled control with its hint and error tied to it. */
export function Field({ label, hint, error, optional = false, aside, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-bold">
          {label}
          {optional && <span className="ms-2 text-xs font-normal text-muted">任意</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-sm text-danger">
          <Icon name="alert" size={18} className="mt-0.5" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
