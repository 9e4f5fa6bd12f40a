import { useEffect, useRef, useState } from 'react'
import type { AuthResult } from '#domain/account.ts'
import { typedDigits } from '#domain/typed-text.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { AuthForm } from './auth-form.tsx'
import { authLinkClass } from './auth-frame.tsx'
import { CodeField } from './code-field.tsx'
import { COPY } from './copy.ts'
import { codeProblem } from './credentials.ts'
import { forgetTyped } from './typed-credentials.ts'

type CodeScreenProps = {
  /** Whose password was accepted. */
  email: string
  online: boolean
  giveCode: (code: string) => Promise<AuthResult>
  onDone: () => void
  /** The person does not give it: whatever was begun is given up. */
  onBack: () => void
}

/** Between the password and being signed in, for who has a second factor. It takes the place of a form, so the focus goes to its field. */
export function CodeScreen({ email, online, giveCode, onDone, onBack }: CodeScreenProps) {
  usePageTitle(COPY.codeTitle)
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit() {
    const result = await giveCode(typedDigits(code))
    if (!result.ok) return result.code
    forgetTyped()
    onDone()
  }

  return (
    <AuthForm
      title={COPY.codeTitle}
      lead={COPY.codeLead}
      action={COPY.codeAction}
      online={online}
      offline={COPY.codeOffline}
      hasProblems={Boolean(codeProblem(code))}
      submit={submit}
      footer={
        <>
          <p className="text-muted">{COPY.codeLost}</p>
          <button type="button" onClick={onBack} className={authLinkClass}>
            {COPY.codeBack}
          </button>
        </>
      }
    >
      {(asked) => (
        <>
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
          <CodeField ref={field} value={code} onValue={setCode} asked={asked} />
        </>
      )}
    </AuthForm>
  )
}
