import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { grouped } from './japanese-number.ts'

type Tab<Key extends string> = { key: Key; label: string; count?: number }

type TabsProps<Key extends string> = {
  /** Names the group of tabs. */
  label: string
  tabs: readonly Tab<Key>[]
  active: Key
  onChange: (key: Key) => void
  /** The content of the active tab. */
  children: ReactNode
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs by the book: one stop for Tab, arrows move and choose. */
export function Tabs<Key extends string>({ label, tabs, active, onChange, children }: TabsProps<Key>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex(({ key }) => key === active)
    const next = tabs[STEPS[event.key]?.(index, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ key, label: text, count }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === active}
            aria-controls={`${id}-panel`}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onChange(key)}
            className={classNames(
              '-mb-px min-h-11 shrink-0 border-b-2 px-4 text-sm',
              key === active ? 'border-ink font-bold' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {text}
            {count !== undefined && <span className="ms-1.5 text-xs text-muted">{grouped(count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="pt-5">
        {children}
      </div>
    </>
  )
}
