import type { AuthResult, DeletionReceipt } from '#domain/account.ts'

/** What a signed-in person changes about how they sign in; the app supplies it. All need a connection and answer `offline` without one. */
export type AccountActions = {
  changePassword: (current: string, next: string) => Promise<AuthResult>
  changeEmail: (email: string) => Promise<AuthResult<{ confirmationNeeded: boolean }>>
  deleteAccount: (password: string) => Promise<AuthResult<DeletionReceipt>>
}
