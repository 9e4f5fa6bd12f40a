import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

const PLACES = {
  center: 'm-auto max-h-[min(86dvh,44rem)] w-[min(92vw,30rem)] rounded-xl',
  /** For what is looked at closely. */
  wide: 'm-auto max-h-[92dvh] w-[min(96vw,52rem)] rounded-xl',
  /** Slides in from the left edge. */
  side: 'side-sheet my-0 ms-0 me-auto h-dvh max-h-none w-[min(86vw,21rem)]',
}

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

/** A modal native dialog: focus stays inside and returns to where it was. */
export function Dialog({ open, onClose, title, children, footer, place = 'center' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
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
            <IconButton icon="close" label="閉じる" onClick={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4">{footer}</div>
          )}
        </>
      )}
    </dialog>
  )
}
