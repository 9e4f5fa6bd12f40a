import { EMAIL_MAX_LENGTH } from './limits.ts'
import { isEmailAddress } from './text.ts'

/** What a question is about. The server knows the same (table `private.contacts`). */
export const CONTACT_KINDS = ['usage', 'account', 'payment', 'problem', 'report', 'privacy', 'other'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

/** Characters. */
export const CONTACT_NAME_MAX_LENGTH = 100
export const CONTACT_MESSAGE_MAX_LENGTH = 2_000

/** Could mail arrive there? As the server asks it. */
export const isContactEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX_LENGTH && isEmailAddress(text)

/** `id`: made here, of this text; sent twice it is kept once. `name` may be empty. */
export type Contact = { id: string; name: string; email: string; kind: ContactKind; message: string }

/** Why the server did not keep it (function send_contact). Closed. */
export const CONTACT_REFUSALS = [
  'name_too_long',
  'email_invalid',
  'kind_unknown',
  'message_missing',
  'message_too_long',
  'id_taken',
  'too_many',
] as const
export type ContactFailure = (typeof CONTACT_REFUSALS)[number] | 'signed_out' | 'offline' | 'server'
export type ContactResult = { ok: true } | { ok: false; code: ContactFailure }
