import {
  EMAIL_MAX_LENGTH,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
} from '#domain/limits.ts'
import { isPlainName } from '#domain/profile.ts'
import { isEmailAddress } from '#domain/text.ts'
import { composedName, typedDigits, typedEmail } from '#domain/typed-text.ts'

export type CredentialProblem =
  | 'email_missing'
  | 'email_invalid'
  | 'email_long'
  | 'email_same'
  | 'password_missing'
  | 'password_short'
  | 'password_long'
  | 'word_missing'
  | 'code_missing'
  | 'username_missing'
  | 'username_long'
  | 'username_odd'

/** What is wrong with an e-mail address as typed; the server has the last word. */
export function emailProblem(email: string): CredentialProblem | undefined {
  const given = typedEmail(email)
  if (given === '') return 'email_missing'
  if (!isEmailAddress(given)) return 'email_invalid'
  return given.length > EMAIL_MAX_LENGTH ? 'email_long' : undefined
}

/** Of an address that is to take the place of `now`; capitals make no other address. */
export const newEmailProblem = (email: string, now: string): CredentialProblem | undefined =>
  emailProblem(email) ?? (typedEmail(email).toLowerCase() === now.toLowerCase() ? 'email_same' : undefined)

/** At sign-in any password may be tried; a new one must be long enough, and whole for the server's hash. */
export const passwordProblem = (password: string): CredentialProblem | undefined =>
  password === '' ? 'password_missing' : undefined

export function newPasswordProblem(password: string): CredentialProblem | undefined {
  if (password === '') return 'password_missing'
  if (password.length < PASSWORD_MIN_LENGTH) return 'password_short'
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES ? 'password_long' : undefined
}

/** Length in characters as people count them, not in UTF-16 units. */
export function usernameProblem(username: string): CredentialProblem | undefined {
  const given = composedName(username)
  if (given === '') return 'username_missing'
  if (Array.from(given).length > USERNAME_MAX_LENGTH) return 'username_long'
  return isPlainName(given) ? undefined : 'username_odd'
}

export const codeProblem = (typed: string): CredentialProblem | undefined =>
  /^\d{6}$/.test(typedDigits(typed)) ? undefined : 'code_missing'
