import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { AccountActions } from './account-actions.ts'
import { CredentialForm, problemText } from './auth-form.tsx'
import { COPY } from './copy.ts'
import { newPasswordProblem, passwordProblem } from './credentials.ts'

type ChangePasswordProps = {
  change: AccountActions['changePassword']
  online: boolean
  /** Whose password it is, for password managers. */
  email: string
  onClose: () => void
}

/** A new password against the one of now. */
export function ChangePassword({ change, online, email, onClose }: ChangePasswordProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')

  async function submit() {
    const result = await change(current, next)
    if (!result.ok) return result.code
    showToast({ kind: 'success', message: COPY.passwordChangedElsewhere })
    onClose()
  }

  return (
    <CredentialForm
      action={COPY.newPasswordAction}
      online={online}
      hasProblems={Boolean(passwordProblem(current) ?? newPasswordProblem(next))}
      submit={submit}
      beside={
        <Button variant="quiet" wide onClick={onClose}>
          {COPY.cancel}
        </Button>
      }
    >
      {(asked) => (
        <>
          <p className="text-sm text-muted [word-break:auto-phrase]">{COPY.changePasswordLead}</p>
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <TextField
            label={COPY.currentPassword}
            type="password"
            name="current-password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
            {...(asked && problemText(passwordProblem(current)))}
          />
          <TextField
            label={COPY.newPassword}
            hint={COPY.passwordHint}
            type="password"
            name="new-password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
            {...(asked && problemText(newPasswordProblem(next)))}
          />
        </>
      )}
    </CredentialForm>
  )
}
