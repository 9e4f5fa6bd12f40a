import { useId, useState, type ReactNode } from 'react'
import { ADMIN_REASON_MAX_LENGTH, type AdminFailure, type AdminResult } from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { lengthOf, TextArea } from '#ui/text-area.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY, FAILURES } from './copy.ts'

export type DeedDialogProps = {
  open: boolean
  online: boolean
  title: string
  /** Whom or what it is about. */
  subject: string
  body: string
  /** More to fill in, above the reason. */
  children?: ReactNode
  reasonHint?: string
  confirm: string
  isDangerous?: boolean
  act: (reason: string) => Promise<AdminResult>
  done: string
  onClose: () => void
  onDone: () => void
}

/** Asks before something is done that is not easily undone, and why. What was typed stays until it is done, also when the dialog is closed: give each subject a dialog of its own. */
export function DeedDialog({
  open,
  online,
  title,
  subject,
  body,
  children,
  reasonHint = COPY.reasonHint,
  confirm,
  isDangerous = true,
  act,
  done,
  onClose,
  onDone,
}: DeedDialogProps) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [failure, setFailure] = useState<AdminFailure | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (): Promise<void> => {
    if (busy || !online || lengthOf(reason) > ADMIN_REASON_MAX_LENGTH) return
    setFailure(null)
    setIsMissing(reason.trim() === '')
    if (reason.trim() === '') return
    setBusy(true)
    const result = await act(reason.trim())
    setBusy(false)
    if (!result.ok) return setFailure(result.code)
    setReason('')
    onClose()
    showToast({ kind: 'success', message: done })
    onDone()
  }
  const problem = online ? failure && FAILURES[failure] : COPY.needsConnection
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {problem && (
            <p role="alert" className="flex basis-full gap-1.5 text-sm text-danger">
              <Icon name="alert" size={18} className="mt-0.5 shrink-0" />
              {problem}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {COPY.keep}
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={form}
            busy={busy}
            disabled={!online}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div>
          <p className="font-bold wrap-anywhere">{subject}</p>
          <p className="mt-1.5 text-sm [word-break:auto-phrase]">{body}</p>
        </div>
        {children}
        <TextArea
          label={COPY.reason}
          hint={reasonHint}
          error={isMissing ? COPY.reasonMissing : undefined}
          limit={ADMIN_REASON_MAX_LENGTH}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setIsMissing(false)
          }}
        />
      </form>
    </Dialog>
  )
}
