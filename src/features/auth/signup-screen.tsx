import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { composedName, typedEmail } from '#domain/typed-text.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { TextField } from '#ui/text-field.tsx'
import type { AuthActions } from './auth-actions.ts'
import { AuthDone } from './auth-done.tsx'
import { AuthForm, problemText } from './auth-form.tsx'
import { authLinkClass } from './auth-frame.tsx'
import { COPY } from './copy.ts'
import { emailProblem, newPasswordProblem, usernameProblem } from './credentials.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { forgetTyped, useTyped } from './typed-credentials.ts'

type SignupScreenProps = {
  actions: AuthActions
  online: boolean
  from: string | undefined
  onDone: () => void
}

export function SignupScreen({ actions, online, from, onDone }: SignupScreenProps) {
  usePageTitle(COPY.signupTitle)
  const [email, setEmail] = useTyped('email')
  const [password, setPassword] = useState('')
  const [username, setUsername] = useTyped('username')
  const [confirming, setConfirming] = useState(false)

  async function submit() {
    const result = await actions.signUp({
      email: typedEmail(email),
      password,
      username: composedName(username),
      from,
    })
    if (!result.ok) return result.code
    forgetTyped()
    if (result.value.confirmationNeeded) setConfirming(true)
    else onDone()
  }

  if (confirming) {
    return (
      <AuthDone title={COPY.confirmationTitle} body={COPY.confirmationBody(typedEmail(email))}>
        <ResendConfirmation resend={() => actions.resendConfirmation(typedEmail(email), from)} />
        <button type="button" onClick={() => setConfirming(false)} className={authLinkClass}>
          {COPY.wrongAddress}
        </button>
      </AuthDone>
    )
  }
  return (
    <AuthForm
      title={COPY.signupTitle}
      lead={COPY.signupLead}
      action={COPY.signupAction}
      online={online}
      hasProblems={Boolean(usernameProblem(username) ?? emailProblem(email) ?? newPasswordProblem(password))}
      submit={submit}
      footer={<SignupFooter from={from} />}
    >
      {(asked) => (
        <>
          <TextField
            label={COPY.username}
            hint={COPY.usernameHint}
            name="username"
            autoComplete="nickname"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            {...(asked && problemText(usernameProblem(username)))}
          />
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

function SignupFooter({ from }: { from: string | undefined }) {
  const [before, between, after] = COPY.agreement
  return (
    <>
      <p className="text-muted">
        {before}
        <LegalLink href="/terms-of-service.html">{COPY.terms}</LegalLink>
        {between}
        <LegalLink href="/privacy-policy.html">{COPY.privacy}</LegalLink>
        {after}
      </p>
      <Link to="/login" search={{ from }} className={authLinkClass}>
        {COPY.toLogin}
      </Link>
    </>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="whitespace-nowrap text-ink underline underline-offset-3"
    >
      {children}
      <span className="sr-only">{COPY.newTab}</span>
    </a>
  )
}
