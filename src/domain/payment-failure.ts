import { ERROR_SENTENCES, type ErrorCode } from './errors.ts'

/**
 * Why a call about a payment came to nothing. `code`: what the server refused it with, or `offline`, `timeout`, `signed_out`, `server`;
 * `sentence`: what the person is told.
 */
export type PaymentFailure = { code: string; sentence: string }

/** Failures are answered, never thrown. */
export type PaymentResult<T> = { ok: true; value: T } | { ok: false; failure: PaymentFailure }

/** A sentence of the catalogue with its blanks filled. */
export const filledSentence = (code: ErrorCode, blanks: Record<string, string | number>): string =>
  Object.entries(blanks).reduce<string>(
    (sentence, [name, value]) => sentence.replace(`{${name}}`, () => String(value)),
    ERROR_SENTENCES[code],
  )

/** What `create-payment-intent` refuses with, where spec §8 has a sentence for it. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  booking_not_found: 'booking_not_found',
  slot_not_found: 'booking_slot_not_found',
  video_not_found: 'booking_video_not_found',
  user_not_found: 'user_info_failed',
  amount_mismatch: 'amount_mismatch',
  amount_and_booking_required: 'amount_and_booking_required',
}

/** The sentence for a refusal: the server's own where it sends one. */
export function refusalSentence(status: number, code: string, told: string | undefined): string {
  if (told) return told
  if (status === 401) return ERROR_SENTENCES.login_again
  const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  return known ? ERROR_SENTENCES[known] : filledSentence('api_request_failed', { status })
}

/** The same failure, said as part of what was being done: `{reason}` of `code`'s sentence. */
export const wrapFailure =
  (code: ErrorCode) =>
  (failure: PaymentFailure): PaymentFailure => ({
    code: failure.code,
    sentence: filledSentence(code, { reason: failure.sentence }),
  })
