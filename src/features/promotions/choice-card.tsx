import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type ChoiceCardProps = {
  /** Of the group of radio buttons. */
  name: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
  className?: string
}

/** One of several, chosen by a press anywhere on it or by the arrow keys. */
export function ChoiceCard({ name, checked, onChoose, children, className }: ChoiceCardProps) {
  return (
    <label
      className={classNames(
        'relative flex cursor-pointer flex-wrap items-center gap-3 rounded-lg border bg-surface px-4 py-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
        checked ? 'border-ink ring-1 ring-ink' : 'border-line-strong hover:bg-hover',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-4.5 shrink-0 accent-ink outline-none"
      />
      {children}
    </label>
  )
}
