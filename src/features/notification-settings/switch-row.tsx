import { useId } from 'react'
import { useShownAtOnce } from '#ui/use-shown-at-once.ts'

type SwitchRowProps = {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => Promise<void>
}

/** One thing to turn on and off; the whole row is its target. */
export function SwitchRow({ label, hint, checked, onChange }: SwitchRowProps) {
  const id = useId()
  const [isOn, turn] = useShownAtOnce(checked, onChange)
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-4 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover">
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint && `${id}-hint`}
        checked={isOn}
        onChange={(event) => turn(event.target.checked)}
        className="told-by-color relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:start-0.75 after:top-0.75 after:size-5 after:rounded-full after:bg-muted after:transition-transform checked:border-ink checked:bg-ink checked:after:translate-x-5 checked:after:bg-on-ink"
      />
    </label>
  )
}
