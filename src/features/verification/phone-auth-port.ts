/** Why a code was not sent or not taken. */
export type PhoneAuthFailure =
  | 'phone_auth_not_ready'
  | 'recaptcha_container_missing'
  | 'recaptcha_render_failed'
  | 'recaptcha_error'
  | 'recaptcha_expired'
  | 'check_unsolved'
  | 'check_failed'
  | 'phone_invalid'
  | 'quota_exceeded'
  | 'code_wrong'
  | 'code_expired'
  | 'offline'
  | 'unknown'

/** What became of the human check. */
export type CheckState = 'solved' | 'expired' | 'failed'

/** What the screen needs of the service that sends codes. Failures are answered, never thrown. */
export type PhoneAuth = {
  /** Puts the human check into the page's container in place of any earlier one; it is good for one `sendCode`. */
  showCheck: (containerId: string, onChange: (state: CheckState) => void) => Promise<PhoneAuthFailure | null>
  /** Sends a code to a number (E.164); needs a solved check. */
  sendCode: (phone: string) => Promise<PhoneAuthFailure | null>
  /** Answers the proof that the code of the last `sendCode` arrived. A code that was right cannot be confirmed again. */
  confirm: (code: string) => Promise<{ ok: true; token: string } | { ok: false; code: PhoneAuthFailure }>
  close: () => void
}
