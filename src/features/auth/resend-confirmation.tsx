import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { AuthActions } from './auth-actions.ts'
import { COPY, FAILURES } from './copy.ts'

type ResendConfirmationProps = { email: string; resend: AuthActions['resendConfirmation'] }

/** Asks for another confirmation mail. */
export function ResendConfirmation({ email, resend }: ResendConfirmationProps) {
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    const result = await resend(email)
    setBusy(false)
    showToast(
      result.ok
        ? { kind: 'success', message: COPY.resent }
        : { kind: 'error', message: FAILURES[result.code] },
    )
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void send()}>
      {COPY.resend}
    </Button>
  )
}
