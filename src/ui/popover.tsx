import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { classNames } from './class-names.ts'

type Trigger = {
  ref: Ref<HTMLButtonElement>
  popoverTarget: string
  'aria-expanded': boolean
  'aria-controls': string
}

type PopoverProps = {
  /** Names the region for screen readers. */
  label: string
  /** Renders the button that opens it; spread the props on it. */
  trigger: (props: Trigger) => ReactNode
  /** Called only while it is open; `close` closes it and gives focus back. */
  children: (close: () => void) => ReactNode
  align?: 'start' | 'end'
  onOpenChange?: (open: boolean) => void
  className?: string
}

const GAP = 8

/** Stands below the trigger (above when there is no room), inside the window. */
function place(panel: HTMLElement, trigger: HTMLElement, align: 'start' | 'end'): void {
  const anchor = trigger.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = align === 'end' ? anchor.right - width : anchor.left
  const below = anchor.bottom + GAP
  const fits = below + height <= window.innerHeight - GAP || anchor.top < height
  panel.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`
  panel.style.top = `${fits ? below : anchor.top - GAP - height}px`
}

function closePopover(id: string): void {
  document.getElementById(id)?.hidePopover()
  document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)?.focus()
}

/** A native popover tied to its button: closes on Escape, on a click elsewhere, when another opens. */
export function Popover({ label, trigger, children, align = 'end', onOpenChange, className }: PopoverProps) {
  const id = useId()
  const panelRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const panel = panelRef.current
    const button = triggerRef.current
    if (!open || !panel || !button) return
    const follow = () => place(panel, button, align)
    follow()
    // Content may grow after opening (a list that loads).
    const observer = new ResizeObserver(follow)
    observer.observe(panel)
    window.addEventListener('resize', follow)
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', follow)
      window.removeEventListener('scroll', follow)
    }
  }, [open, align])

  return (
    <>
      {trigger({ ref: triggerRef, popoverTarget: id, 'aria-expanded': open, 'aria-controls': id })}
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onToggle={(event) => {
          if (event.target !== event.currentTarget) return
          const next = event.newState === 'open'
          setOpen(next)
          onOpenChange?.(next)
        }}
        className={classNames(
          'popover fixed max-h-[min(80dvh,40rem)] max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-0 text-ink shadow-floating',
          className,
        )}
      >
        {open && children(() => closePopover(id))}
      </div>
    </>
  )
}
