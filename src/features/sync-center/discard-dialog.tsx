import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { COPY } from './copy.ts'

type DiscardDialogProps = {
  open: boolean
  title: string
  body?: string
  onClose: () => void
  onDiscard: () => void
  /** What would be gone. */
  children: ReactNode
}

/** Asks before something that a person wrote is given up. */
export function DiscardDialog({
  open,
  title,
  body = COPY.discardBody,
  onClose,
  onDiscard,
  children,
}: DiscardDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={COPY.discardAsk}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {COPY.keep}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            {COPY.discardYes}
          </Button>
        </>
      }
    >
      <p className="text-sm">{body}</p>
      <p className="mt-3 font-bold wrap-anywhere">{title}</p>
      {children}
    </Dialog>
  )
}
