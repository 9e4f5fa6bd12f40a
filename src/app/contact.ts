import { CONTACT_REFUSALS, type Contact, type ContactFailure, type ContactResult } from '#domain/contact.ts'
import type { App } from './app.ts'
import { RestFailure } from './rest.ts'

/** Hands a question to us, a visitor's or, where somebody is signed in, theirs. The same id again is kept once. */
export async function sendContact({ rest }: Pick<App, 'rest'>, contact: Contact): Promise<ContactResult> {
  try {
    await rest('rpc/send_contact', { body: contact, asPerson: true })
    return { ok: true }
  } catch (error) {
    return { ok: false, code: contactFailure(error) }
  }
}

function contactFailure(error: unknown): ContactFailure {
  if (!(error instanceof RestFailure)) return 'server'
  const refusal = CONTACT_REFUSALS.find((code) => code === error.hint)
  if (refusal !== undefined) return refusal
  if (error.code === 'offline' || error.code === 'timeout') return 'offline'
  return error.code === 'signed_out' ? 'signed_out' : 'server'
}
