import { useState } from 'react'
import type { Admin, AdminFailure, AdminVerification } from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY as SHARED, FAILURES } from './copy.ts'
import { VERIFICATIONS as COPY } from './verifications-copy.ts'
import { DocumentPicture, type OpenDocument } from './document-picture.tsx'
import { plainDay } from './formats.ts'

type DocumentDialogProps = {
  admin: Pick<Admin, 'decideVerification'> & { document: OpenDocument }
  online: boolean
  request: AdminVerification
  onClose: () => void
  onDecided: () => void
}

/** A person's document, what it is compared with, and the decision, which is asked for twice: it deletes the document. */
export function DocumentDialog({ admin, online, request, onClose, onDecided }: DocumentDialogProps) {
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null)
  const [failure, setFailure] = useState<AdminFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const { username, birth_date, told_birth_date } = request

  const decide = async (approve: boolean): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const result = await admin.decideVerification(request.id, approve)
    setBusy(false)
    setDecision(null)
    if (!result.ok) return setFailure(result.code)
    onClose()
    showToast({ kind: 'success', message: approve ? COPY.approved(username) : COPY.rejected(username) })
    onDecided()
  }
  const problem = online ? failure && FAILURES[failure] : SHARED.needsConnection
  return (
    <Dialog
      open
      place="wide"
      onClose={onClose}
      title={COPY.document}
      footer={
        <>
          {problem && (
            <p role="alert" className="flex basis-full gap-1.5 text-sm text-danger">
              <Icon name="alert" size={18} className="mt-0.5 shrink-0" />
              {problem}
            </p>
          )}
          {decision === null ? (
            <>
              <Button variant="danger" disabled={!online} onClick={() => setDecision('reject')}>
                {COPY.reject}
              </Button>
              <Button variant="primary" disabled={!online} onClick={() => setDecision('approve')}>
                {COPY.approve}
              </Button>
            </>
          ) : (
            <>
              <p role="status" className="basis-full text-sm [word-break:auto-phrase]">
                {decision === 'approve' ? COPY.sureApprove : COPY.sureReject}
              </p>
              <Button variant="quiet" onClick={() => setDecision(null)}>
                {COPY.back}
              </Button>
              <Button
                // The button that was pressed is gone
                autoFocus
                variant={decision === 'approve' ? 'primary' : 'danger'}
                busy={busy}
                disabled={!online}
                onClick={() => void decide(decision === 'approve')}
              >
                {decision === 'approve' ? COPY.approve : COPY.reject}
              </Button>
            </>
          )}
        </>
      }
    >
      <p className="font-bold wrap-anywhere">{username}</p>
      <p className="text-sm">
        {COPY.birthDate} <strong>{plainDay(birth_date)}</strong>
      </p>
      {told_birth_date !== birth_date && (
        <p className="text-sm text-caution">{COPY.corrects(told_birth_date && plainDay(told_birth_date))}</p>
      )}
      <DocumentPicture load={admin.document} request={request.id} label={COPY.documentOf(username)} />
    </Dialog>
  )
}
