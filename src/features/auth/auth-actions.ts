import type { AuthResult } from '#domain/account.ts'

/** What the session can do for these screens; the app supplies it. All need a connection and answer `offline` without one. */
export type AuthActions = {
  /** With `codeNeeded` nobody is signed in before the code of the authenticator app is given. */
  signIn: (email: string, password: string) => Promise<AuthResult<{ codeNeeded: boolean }>>
  /** `from`: where in the app the link in the confirmation mail leads; home without it. */
  signUp: (input: {
    email: string
    password: string
    username: string
    from?: string | undefined
  }) => Promise<AuthResult<{ confirmationNeeded: boolean }>>
  requestPasswordReset: (email: string) => Promise<AuthResult>
  updatePassword: (password: string) => Promise<AuthResult>
  resendConfirmation: (email: string, from?: string) => Promise<AuthResult>
}
