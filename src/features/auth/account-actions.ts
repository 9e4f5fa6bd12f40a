import type { AuthResult, DeletionReceipt, SecondFactorSetup } from '#domain/account.ts'

/** What a signed-in person changes about how they sign in; the app supplies it. All need a connection and answer `offline` without one. */
export type AccountActions = {
  changePassword: (current: string, next: string) => Promise<AuthResult>
  changeEmail: (email: string) => Promise<AuthResult<{ confirmationNeeded: boolean }>>
  /** `code` is asked for where the account has a second factor: without it the answer is `code_needed`. */
  deleteAccount: (given: { password: string; code: string }) => Promise<AuthResult<DeletionReceipt>>
  beginSecondFactor: () => Promise<AuthResult<SecondFactorSetup>>
  confirmSecondFactor: (factorId: string, code: string) => Promise<AuthResult>
  endSecondFactor: (code: string) => Promise<AuthResult>
}
