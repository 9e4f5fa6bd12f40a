import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { typedEmail } from '#domain/typed-text.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { TextField } from '#ui/text-field.tsx'
import type { AuthActions } from './auth-actions.ts'
import { AuthForm, problemText } from './auth-form.tsx'
import { authLinkClass } from './auth-frame.tsx'
import { COPY } from './copy.ts'
import { emailProblem, passwordProblem } from './credentials.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { forgetTyped, useTyped } from './typed-credentials.ts'

type LoginScreenProps = {
  actions: AuthActions
  online: boolean
  from: string | undefined
  onDone: () => void
}

export function LoginScreen({ actions, online, from, onDone }: LoginScreenProps) {
  usePageTitle(COPY.loginTitle)
  const [email, setEmail] = useTyped('email')
  const [password, setPassword] = useState('')

  async function submit() {
    const result = await actions.signIn(typedEmail(email), password)
    if (!result.ok) return result.code
    if (result.value.codeNeeded) return
    forgetTyped()
    onDone()
  }

  return (
    <AuthForm
      title={COPY.loginTitle}
      lead={COPY.loginLead}
      action={COPY.loginAction}
      online={online}
      hasProblems={Boolean(emailProblem(email) ?? passwordProblem(password))}
      submit={submit}
      wayOut={(failure) =>
        failure === 'email_not_confirmed' && (
          <div className="mt-3">
            <ResendConfirmation resend={() => actions.resendConfirmation(typedEmail(email), from)} />
          </div>
        )
      }
      footer={
        <>
          <Link to="/reset-password" className={authLinkClass}>
            {COPY.forgot}
          </Link>
          <Link to="/signup" search={{ from }} className={authLinkClass}>
            {COPY.toSignup}
          </Link>
        </>
      }
    >
      {(asked) => (
        <>
          <TextField
            label={COPY.email}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            {...(asked && problemText(emailProblem(email)))}
          />
          <TextField
            label={COPY.password}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            {...(asked && problemText(passwordProblem(password)))}
          />
        </>
      )}
    </AuthForm>
  )
}
