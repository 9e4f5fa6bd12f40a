import { useEffect, useRef, useState } from 'react'
import { typedEmail } from '#domain/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { AccountActions } from './account-actions.ts'
import { CredentialForm, problemText } from './auth-form.tsx'
import { COPY } from './copy.ts'
import { newEmailProblem } from './credentials.ts'

type ChangeEmailProps = {
  change: AccountActions['changeEmail']
  online: boolean
  email: string
  onClose: () => void
}

/** Another address to sign in with; nothing changes until both addresses have confirmed it. */
export function ChangeEmail({ change, online, email, onClose }: ChangeEmailProps) {
  const [next, setNext] = useState('')
  const [sent, setSent] = useState(false)

  async function submit() {
    const result = await change(typedEmail(next))
    if (!result.ok) return result.code
    if (result.value.confirmationNeeded) {
      setSent(true)
      return
    }
    showToast({ kind: 'success', message: COPY.emailChanged })
    onClose()
  }

  if (sent) return <Sent text={COPY.emailChangeSent(email, typedEmail(next))} onClose={onClose} />
  return (
    <CredentialForm
      action={COPY.changeEmailAction}
      online={online}
      hasProblems={Boolean(newEmailProblem(next, email))}
      submit={submit}
      beside={
        <Button variant="quiet" wide onClick={onClose}>
          {COPY.cancel}
        </Button>
      }
    >
      {(asked) => (
        <>
          <p className="text-sm text-muted [word-break:auto-phrase]">{COPY.changeEmailLead}</p>
          <TextField
            label={COPY.newEmail}
            type="email"
            name="email"
            autoComplete="email"
            value={next}
            onChange={(event) => setNext(event.target.value)}
            {...(asked && problemText(newEmailProblem(next, email)))}
          />
        </>
      )}
    </CredentialForm>
  )
}

/** It takes the place of the form, so the focus goes there. */
function Sent({ text, onClose }: { text: string; onClose: () => void }) {
  const told = useRef<HTMLParagraphElement>(null)
  useEffect(() => told.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <p ref={told} tabIndex={-1} className="wrap-anywhere outline-none">
        {text}
      </p>
      <Button wide onClick={onClose}>
        {COPY.close}
      </Button>
    </div>
  )
}
