import type { AuthResult } from '#domain/account.ts'

/** What the session can do for these screens; the app supplies it. All need a connection and answer `offline` without one. */
export type AuthActions = {
  /** With `codeNeeded` nobody is signed in before the code of the authenticator app is given. */
  signIn: (email: string, password: string) => Promise<AuthResult<{ codeNeeded: boolean }>>
  signUp: (input: {
    email: string
    password: string
    username: string
  }) => Promise<AuthResult<{ confirmationNeeded: boolean }>>
  requestPasswordReset: (email: string) => Promise<AuthResult>
  updatePassword: (password: string) => Promise<AuthResult>
  resendConfirmation: (email: string) => Promise<AuthResult>
}
