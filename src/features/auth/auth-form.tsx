import { useRef, useState, type ReactNode, type FormEvent } from 'react'
import type { AuthFailure } from '#domain/account.ts'
import { Button } from '#ui/button.tsx'
import { focusFirstProblem } from '#ui/focus-first-problem.ts'
import { AuthFrame } from './auth-frame.tsx'
import { COPY, FAILURES, PROBLEMS } from './copy.ts'
import type { CredentialProblem } from './credentials.ts'
import { HumanCheckPlace } from './human-check-place.tsx'

/** A problem's sentence as an `error` prop, only while there is a problem. */
export const problemText = (problem: CredentialProblem | undefined) =>
  problem ? { error: PROBLEMS[problem] } : {}

type CredentialFormProps = {
  action: string
  variant?: 'primary' | 'danger'
  online: boolean
  /** Does anything typed stand in the way? Asked at submit; the fields show their own problems. */
  hasProblems: boolean
  /** Answers why it failed, or undefined when it is done. */
  submit: () => Promise<AuthFailure | undefined>
  notice?: string | undefined
  /** Said while there is no connection. */
  offline?: string
  /** What can be done about a failure, beside trying again. */
  wayOut?: ((failure: AuthFailure) => ReactNode) | undefined
  /** Beside the button that sends it. */
  beside?: ReactNode
  children: (asked: boolean) => ReactNode
}

/** Everything about credentials is asked by this: what is typed stays, whatever the server says. */
export function CredentialForm({
  action,
  variant = 'primary',
  online,
  hasProblems,
  submit,
  notice,
  offline = COPY.offline,
  wayOut,
  beside,
  children,
}: CredentialFormProps) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useRef<HTMLFormElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    setFailure(undefined)
    if (hasProblems) return focusFirstProblem(form.current)
    setBusy(true)
    const failed = await submit()
    setBusy(false)
    setFailure(failed)
  }

  const trouble = failure ? FAILURES[failure] : online ? notice : offline
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <div className={trouble ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
        <p role="alert">{trouble}</p>
        {failure && wayOut?.(failure)}
      </div>
      {children(asked)}
      <div className="mt-1 grid gap-2">
        <HumanCheckPlace />
        <Button type="submit" variant={variant} size="lg" wide busy={busy}>
          {action}
        </Button>
        {beside}
      </div>
    </form>
  )
}

type AuthFormProps = CredentialFormProps & { title: string; lead: string; footer: ReactNode }

/** The frame of every screen about credentials. */
export function AuthForm({ title, lead, footer, ...form }: AuthFormProps) {
  return (
    <AuthFrame>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{lead}</p>
      <div className="mt-7">
        <CredentialForm {...form} />
      </div>
      <div className="mt-7 grid gap-2 text-sm">{footer}</div>
    </AuthFrame>
  )
}
