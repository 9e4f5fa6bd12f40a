import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { typedEmail } from '#domain/typed-text.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { AuthActions } from './auth-actions.ts'
import { AuthDone } from './auth-done.tsx'
import { AuthForm, problemText } from './auth-form.tsx'
import { authLinkClass } from './auth-frame.tsx'
import { COPY } from './copy.ts'
import { emailProblem, newPasswordProblem } from './credentials.ts'
import { forgetTyped, useTyped } from './typed-credentials.ts'

type ResetPasswordScreenProps = {
  actions: AuthActions
  online: boolean
  /** Came by the mail's link, so a new password can be set; else a link is asked for. */
  recovering: boolean
  linkError: boolean
  /** Whose password is set anew, for password managers; known when `recovering`. */
  email?: string | undefined
  onDone: () => void
}

export function ResetPasswordScreen({ recovering, ...rest }: ResetPasswordScreenProps) {
  usePageTitle(COPY.resetTitle)
  return recovering ? <NewPassword {...rest} /> : <AskForLink {...rest} />
}

type PartProps = Omit<ResetPasswordScreenProps, 'recovering'>

function AskForLink({ actions, online, linkError }: PartProps) {
  const [email, setEmail] = useTyped('email')
  const [sent, setSent] = useState(false)

  async function submit() {
    const result = await actions.requestPasswordReset(typedEmail(email))
    if (!result.ok) return result.code
    setSent(true)
  }

  if (sent) {
    return (
      <AuthDone title={COPY.resetSentTitle} body={COPY.resetSentBody(typedEmail(email))}>
        <button type="button" onClick={() => setSent(false)} className={authLinkClass}>
          {COPY.otherAddress}
        </button>
      </AuthDone>
    )
  }
  return (
    <AuthForm
      title={COPY.resetTitle}
      lead={COPY.resetLead}
      action={COPY.resetAction}
      online={online}
      notice={linkError ? COPY.resetLinkError : undefined}
      hasProblems={Boolean(emailProblem(email))}
      submit={submit}
      footer={
        <Link to="/login" className={authLinkClass}>
          {COPY.toLogin}
        </Link>
      }
    >
      {(asked) => (
        <TextField
          label={COPY.email}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          {...(asked && problemText(emailProblem(email)))}
        />
      )}
    </AuthForm>
  )
}

function NewPassword({ actions, online, email, onDone }: PartProps) {
  const [password, setPassword] = useState('')

  async function submit() {
    const result = await actions.updatePassword(password)
    if (!result.ok) return result.code
    forgetTyped()
    showToast({ kind: 'success', message: COPY.passwordChanged })
    onDone()
  }

  return (
    <AuthForm
      title={COPY.resetTitle}
      lead={COPY.newPasswordLead}
      action={COPY.newPasswordAction}
      online={online}
      hasProblems={Boolean(newPasswordProblem(password))}
      submit={submit}
      footer={null}
    >
      {(asked) => (
        <>
          {email && <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />}
          <TextField
            label={COPY.newPassword}
            hint={COPY.passwordHint}
            type="password"
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            {...(asked && problemText(newPasswordProblem(password)))}
          />
        </>
      )}
    </AuthForm>
  )
}
