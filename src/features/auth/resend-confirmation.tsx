import { useState } from 'react'
import type { AuthResult } from '#domain/account.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY, FAILURES } from './copy.ts'
import { HumanCheckPlace } from './human-check-place.tsx'

type ResendConfirmationProps = { resend: () => Promise<AuthResult> }

/** Asks for another confirmation mail. */
export function ResendConfirmation({ resend }: ResendConfirmationProps) {
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    const result = await resend()
    setBusy(false)
    showToast(
      result.ok
        ? { kind: 'success', message: COPY.resent }
        : { kind: 'error', message: FAILURES[result.code] },
    )
  }
  return (
    <>
      <HumanCheckPlace />
      <Button size="sm" busy={busy} onClick={() => void send()}>
        {COPY.resend}
      </Button>
    </>
  )
}
