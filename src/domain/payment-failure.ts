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

/** What `create-payment-intent` refuses with. */
const REFUSALS: Readonly<Record<string, string>> = {
  booking_not_found: ERROR_SENTENCES.booking_not_found,
  slot_not_found: ERROR_SENTENCES.booking_slot_not_found,
  video_not_found: ERROR_SENTENCES.booking_video_not_found,
  user_not_found: ERROR_SENTENCES.user_info_failed,
  amount_mismatch: ERROR_SENTENCES.amount_mismatch,
  amount_and_booking_required: ERROR_SENTENCES.amount_and_booking_required,
  signed_out: ERROR_SENTENCES.login_again,
  booking_not_pending: 'この予約は支払いを受け付けていません。予約の状態を確かめてください。',
  payment_begun: '別の画面で支払いの手続きが始まっています。少し待ってから、もう一度お試しください。',
  already_subscribed: 'すでにプレミアムに登録しています。二重に請求されることはありません。',
  price_unknown: 'このプランは現在お申し込みいただけません。画面を読み込み直してください。',
  subscription_not_found: 'サブスクリプションが見つかりません。',
  subscription_ended: 'このサブスクリプションはすでに終了しています。',
  payment_not_found: '支払いが見つかりません。',
  rate_limited: '操作が多すぎます。しばらくしてからもう一度お試しください。',
  payment_unreachable: '決済サービスに接続できませんでした。しばらくしてからもう一度お試しください。',
  suspended: 'アカウントの利用が停止されているため、お支払いの手続きはできません。',
  second_factor_needed: '2段階認証のコードを入力してログインし直してください。',
}

/** The sentence for a refusal: the server's own where it sends one. */
export function refusalSentence(status: number, code: string, told: string | undefined): string {
  if (told) return told
  const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  return (
    known ?? (status === 401 ? ERROR_SENTENCES.login_again : filledSentence('api_request_failed', { status }))
  )
}

/** The same failure, said as part of what was being done: `{reason}` of `code`'s sentence. */
export const wrapFailure =
  (code: ErrorCode) =>
  (failure: PaymentFailure): PaymentFailure => ({
    code: failure.code,
    sentence: filledSentence(code, { reason: failure.sentence }),
  })
