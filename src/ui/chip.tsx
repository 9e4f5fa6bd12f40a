import { classNames } from './class-names.ts'

type ChipProps = { label: string; chosen: boolean; disabled?: boolean; onChange: () => void }

/** One of several that can be chosen together: a checkbox in the shape of a word. */
export function Chip({ label, chosen, disabled = false, onChange }: ChipProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-9 cursor-pointer items-center rounded-full border px-3.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11',
        chosen ? 'border-ink bg-ink font-bold text-on-ink' : 'border-line-strong bg-surface text-ink',
        disabled && 'cursor-not-allowed opacity-45',
      )}
    >
      <input type="checkbox" checked={chosen} disabled={disabled} onChange={onChange} className="sr-only" />
      {label}
    </label>
  )
}
