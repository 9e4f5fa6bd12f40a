import { PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH } from '#domain/limits.ts'

export type CredentialProblem =
  | 'email_missing'
  | 'email_invalid'
  | 'email_same'
  | 'password_missing'
  | 'password_short'
  | 'word_missing'
  | 'code_missing'
  | 'username_missing'
  | 'username_long'

/** What is wrong with an e-mail address as typed; the server has the last word. */
export function emailProblem(email: string): CredentialProblem | undefined {
  if (email.trim() === '') return 'email_missing'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'email_invalid'
}

/** Of an address that is to take the place of `now`; capitals make no other address. */
export const newEmailProblem = (email: string, now: string): CredentialProblem | undefined =>
  emailProblem(email) ?? (email.trim().toLowerCase() === now.trim().toLowerCase() ? 'email_same' : undefined)

/** At sign-in any password may be tried; a new one must be long enough. */
export const passwordProblem = (password: string): CredentialProblem | undefined =>
  password === '' ? 'password_missing' : undefined

export const newPasswordProblem = (password: string): CredentialProblem | undefined =>
  passwordProblem(password) ?? (password.length < PASSWORD_MIN_LENGTH ? 'password_short' : undefined)

/** Length in characters as people count them, not in UTF-16 units. */
export function usernameProblem(username: string): CredentialProblem | undefined {
  if (username.trim() === '') return 'username_missing'
  return Array.from(username.trim()).length > USERNAME_MAX_LENGTH ? 'username_long' : undefined
}

/** The code as typed: also in full-width digits, and with the space that apps show in the middle. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

export const codeProblem = (typed: string): CredentialProblem | undefined =>
  /^\d{6}$/.test(plainCode(typed)) ? undefined : 'code_missing'
