import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  const items = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)'))
  const index = items.findIndex((item) => item === document.activeElement)
  event.preventDefault()
  items[step(index, items.length)]?.focus()
}

/** A list of links and buttons, inside a Popover or a side sheet; arrow keys move as well as Tab. Items: <li> with `menuItemClass`. */
export function Menu({
  label,
  children,
  className,
}: {
  label?: string
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <>
      {label && (
        <p id={id} className="px-3 pt-3 pb-1 text-xs font-bold text-muted">
          {label}
        </p>
      )}
      <ul
        aria-labelledby={label ? id : undefined}
        onKeyDown={moveFocus}
        className={classNames('grid', className)}
      >
        {children}
      </ul>
    </>
  )
}

/** For a link or button that is an item of a Menu. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start text-sm text-ink no-underline transition-colors hover:bg-hover aria-[current=page]:bg-sunken aria-[current=page]:font-bold'
