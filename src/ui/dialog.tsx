import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '#platform/after-paint.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

const PLACES = {
  center: 'm-auto max-h-[min(86dvh,44rem)] w-[min(92vw,30rem)] rounded-xl',
  /** For what is looked at closely. */
  wide: 'm-auto max-h-[min(92dvh,calc(100dvh-2*max(env(safe-area-inset-top),env(safe-area-inset-bottom))))] w-[min(96vw,52rem)] rounded-xl',
  /** Slides in from the left edge. */
  side: 'side-sheet my-0 ms-0 me-auto h-dvh max-h-none w-[min(86vw,21rem)]',
}

/** See base.css. */
const LEAVING = 'data-leaving'

type DialogProps = {
  open: boolean
  /** Asked to close: Escape, the ground behind, the close button. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, at the bottom, always in view. */
  footer?: ReactNode
  place?: keyof typeof PLACES
}

/**
 * A modal native dialog: focus stays inside and returns to where it was. Asked to close it is out of sight at once, and closed in the frame after: that nothing behind it is inert any more has the
 * whole page styled anew, which the answer to a press does not wait for.
 */
export function Dialog({ open, onClose, title, children, footer, place = 'center' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the effects of its content, which may want the focus
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  const leave = (): void => {
    const dialog = ref.current
    dialog?.setAttribute(LEAVING, '')
    void afterPaint().then(() => {
      // Before the next frame, or it would be seen once more
      flushSync(onClose)
      // Whoever has a reason to stay open stays in sight
      dialog?.removeAttribute(LEAVING)
    })
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onClick={(event) => event.target === event.currentTarget && leave()}
      className={classNames(
        'overflow-hidden border border-line bg-surface p-0 text-ink shadow-floating open:flex open:flex-col',
        PLACES[place],
      )}
    >
      {open && (
        <>
          <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 ps-5 pe-2">
            <h2 id={titleId} className="text-base">
              {title}
            </h2>
            <IconButton icon="close" label="閉じる" onClick={leave} />
          </div>
          <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4">{footer}</div>
          )}
        </>
      )}
    </dialog>
  )
}
