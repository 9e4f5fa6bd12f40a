import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANSWERED } from '#domain/connection-answer.ts'
import { ERROR_SENTENCES, type ErrorCode } from '#domain/errors.ts'

/**
 * The error catalogue of spec §8, as far as it belongs to people: each sentence as it is written there, by its code in the catalogue, where the product
 * decides on it, and the test that provokes it, by the sentence or by its code.
 */
type Entry = { code: ErrorCode; sentence: string; decided: string; provoked: string }

const NOTIFICATIONS = 'src/features/notifications'
const NOTIFICATIONS_TEST = `${NOTIFICATIONS}/notifications.test.tsx`
const ANSWERS = 'sync/collections/connection-answers.ts'
const ACTION = `${NOTIFICATIONS}/notification-action.ts`
const ACTION_TEST = `${NOTIFICATIONS}/notification-action.test.tsx`
const PANEL = 'src/features/connections/connection-panel.tsx'
const PANEL_TEST = 'src/features/connections/connection-panel.test.tsx'
const RULES = 'supabase/migrations/20261121001310_notification_rules.sql'
const RULES_TEST = 'supabase/tests/notification-rules.test.sql'
const VERIFICATION = 'src/features/verification'
const AUTH_TEST = 'src/app/session/auth-door.test.ts'
const PAYMENTS = 'src/app/payment'
const PAYMENTS_TEST = `${PAYMENTS}/payments.test.ts`
const PAYMENT_FORM = 'src/features/payment/copy.ts'
const PAYMENT_FORM_TEST = 'src/features/payment/payment-form.test.tsx'
const REFUSED_PAYMENT = 'src/domain/payment-failure.ts'
const VERIFICATION_TEST = `${VERIFICATION}/verification.test.tsx`

const SENTENCES: readonly Entry[] = [
  {
    code: 'connection_id_missing',
    sentence: '接続IDが指定されていません',
    decided: ANSWERS,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'connection_load_failed',
    sentence: '接続情報の取得に失敗しました',
    decided: ANSWERS,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'connection_already_answered',
    sentence: 'この接続リクエストは既に{answer}されています',
    decided: ANSWERS,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'connection_answer_failed',
    sentence: '接続リクエスト応答に失敗しました',
    decided: PANEL,
    provoked: PANEL_TEST,
  },
  {
    code: 'connection_answer_error',
    sentence: '接続応答処理に失敗しました',
    decided: ANSWERS,
    provoked: PANEL_TEST,
  },
  { code: 'notification_invalid', sentence: '無効なパラメータ', decided: ACTION, provoked: ACTION_TEST },
  {
    code: 'notification_not_found',
    sentence: '通知が見つかりませんでした',
    decided: ACTION,
    provoked: ACTION_TEST,
  },
  {
    code: 'notification_action_refused',
    sentence: 'この通知タイプではこのアクションは実行できません',
    decided: ACTION,
    provoked: ACTION_TEST,
  },
  {
    code: 'notification_action_unknown',
    sentence: '不明なアクションです',
    decided: ACTION,
    provoked: ACTION_TEST,
  },
  {
    code: 'notification_action_failed',
    sentence: '通知アクションの実行に失敗しました',
    decided: ACTION,
    provoked: ACTION_TEST,
  },
  {
    code: 'connection_metadata_missing',
    sentence: '接続IDが見つかりません',
    decided: ACTION,
    provoked: ACTION_TEST,
  },
  {
    code: 'connection_info_missing',
    sentence: '接続情報が不足しています',
    decided: `${NOTIFICATIONS}/connection-answer.tsx`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'operation_failed',
    sentence: '操作に失敗しました。後でもう一度お試しください。',
    decided: `${NOTIFICATIONS}/connection-answer.tsx`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'notification_load_failed',
    sentence: '通知の読み込みに失敗しました',
    decided: `${NOTIFICATIONS}/load-failure.tsx`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'notification_update_failed',
    sentence: '通知の更新に失敗しました',
    decided: `${NOTIFICATIONS}/notification-actions.ts`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'notification_bulk_update_failed',
    sentence: '通知の一括更新に失敗しました',
    decided: `${NOTIFICATIONS}/notification-actions.ts`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'notification_delete_failed',
    sentence: '通知の削除に失敗しました',
    decided: `${NOTIFICATIONS}/notification-actions.ts`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'notification_clear_failed',
    sentence: '通知のクリアに失敗しました',
    decided: `${NOTIFICATIONS}/notification-actions.ts`,
    provoked: NOTIFICATIONS_TEST,
  },
  {
    code: 'notification_settings_failed',
    sentence: '通知設定の更新に失敗しました',
    decided: 'src/features/notification-settings/preferences.ts',
    provoked: 'src/features/notification-settings/notification-settings.test.tsx',
  },
  {
    code: 'notification_without_recipient',
    sentence: '通知の送信先ユーザーIDが指定されていません',
    decided: RULES,
    provoked: RULES_TEST,
  },
  {
    code: 'notification_none_valid',
    sentence: '有効な通知がありません',
    decided: RULES,
    provoked: RULES_TEST,
  },
  {
    code: 'notification_bulk_create_failed',
    sentence: '通知の一括作成に失敗しました',
    decided: RULES,
    provoked: RULES_TEST,
  },
  {
    code: 'login_required',
    sentence: 'ユーザーログインが必要です',
    decided: 'src/features/connections/copy.ts',
    provoked: PANEL_TEST,
  },
  {
    code: 'not_authenticated',
    sentence: 'ユーザーが認証されていません',
    decided: `${VERIFICATION}/copy.ts`,
    provoked: VERIFICATION_TEST,
  },
  {
    code: 'rating_not_authenticated',
    sentence: 'User not authenticated',
    decided: 'src/app/rest.ts',
    provoked: 'src/app/rest.test.ts',
  },
  {
    code: 'video_without_youtube_id',
    sentence: 'No YouTube ID found for this video',
    decided: 'supabase/migrations/20261121000700_video_ratings.sql',
    provoked: 'supabase/tests/ratings-directly.test.sql',
  },
  {
    code: 'phone_auth_not_ready',
    sentence: '認証が初期化されていません。環境変数を確認してください。',
    decided: `${VERIFICATION}/use-phone-auth.ts`,
    provoked: VERIFICATION_TEST,
  },
  {
    code: 'recaptcha_container_missing',
    sentence: 'IDが「{id}」のreCAPTCHAコンテナが見つかりません。',
    decided: `${VERIFICATION}/phone-auth.ts`,
    provoked: `${VERIFICATION}/phone-auth.test.ts`,
  },
  {
    code: 'recaptcha_expired',
    sentence: 'reCAPTCHAの有効期限が切れました。ページを更新して、もう一度お試しください。',
    decided: `${VERIFICATION}/use-phone-auth.ts`,
    provoked: VERIFICATION_TEST,
  },
  {
    code: 'recaptcha_error',
    sentence: 'reCAPTCHAの検証中にエラーが発生しました',
    decided: `${VERIFICATION}/use-phone-auth.ts`,
    provoked: VERIFICATION_TEST,
  },
  {
    code: 'recaptcha_render_failed',
    sentence: 'reCAPTCHAの表示に失敗しました',
    decided: `${VERIFICATION}/phone-auth.ts`,
    provoked: VERIFICATION_TEST,
  },
  {
    code: 'api_timeout',
    sentence: 'リクエストがタイムアウトしました（{ms}ms）',
    decided: `${PAYMENTS}/ask-payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'api_request_failed',
    sentence: 'APIリクエストに失敗しました（{status}）',
    decided: REFUSED_PAYMENT,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'api_not_json',
    sentence: 'APIリクエストに失敗しました（{status}）: JSONではない応答です',
    decided: `${PAYMENTS}/ask-payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'api_unexpected',
    sentence: 'APIリクエスト中に予期しないエラーが発生しました',
    decided: `${PAYMENTS}/ask-payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'booking_data_failed',
    sentence: '予約データの作成に失敗しました',
    decided: 'src/features/promotions/copy.ts',
    provoked: 'src/features/promotions/booking-screen.test.tsx',
  },
  {
    code: 'booking_not_found',
    sentence: '指定された予約が見つかりません',
    decided: REFUSED_PAYMENT,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'booking_slot_not_found',
    sentence: '関連する枠が見つかりません',
    decided: REFUSED_PAYMENT,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'booking_video_not_found',
    sentence: '関連する動画が見つかりません',
    decided: REFUSED_PAYMENT,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'user_info_failed',
    sentence: 'ユーザー情報の取得に失敗しました',
    decided: REFUSED_PAYMENT,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'amount_mismatch',
    sentence: '金額が一致しません',
    decided: REFUSED_PAYMENT,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'amount_and_booking_required',
    sentence: '金額と予約IDは必須です',
    decided: `${PAYMENTS}/promotion-payment.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'booking_check_failed',
    sentence: '予約情報の確認に失敗しました',
    decided: `${PAYMENTS}/promotion-payment.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'booking_amount_mismatch',
    sentence: '予約の金額が一致しません。管理者にお問い合わせください。',
    decided: `${PAYMENTS}/promotion-payment.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'login_again',
    sentence: '認証されていません。もう一度ログインしてください。',
    decided: `${PAYMENTS}/ask-payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'payment_init_failed',
    sentence: '支払いの初期化に失敗しました。管理者にお問い合わせください。',
    decided: `${PAYMENTS}/promotion-payment.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'payment_system_failed',
    sentence: '支払いシステムの初期化に失敗しました。続く場合はサポートにお問い合わせください。',
    decided: PAYMENT_FORM,
    provoked: PAYMENT_FORM_TEST,
  },
  {
    code: 'customer_failed',
    sentence: '顧客IDの取得に失敗しました: {reason}',
    decided: `${PAYMENTS}/payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'subscription_create_failed',
    sentence: 'サブスクリプションの作成に失敗しました: {reason}',
    decided: `${PAYMENTS}/payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'subscription_cancel_failed',
    sentence: 'サブスクリプションの解約に失敗しました: {reason}',
    decided: `${PAYMENTS}/payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'subscription_info_failed',
    sentence: 'サブスクリプション情報の取得に失敗しました: {reason}',
    decided: `${PAYMENTS}/payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'payment_status_failed',
    sentence: '支払い状況の確認に失敗しました: {reason}',
    decided: `${PAYMENTS}/payments.ts`,
    provoked: PAYMENTS_TEST,
  },
  {
    code: 'payment_failed',
    sentence: '支払い中にエラーが発生しました',
    decided: PAYMENT_FORM,
    provoked: PAYMENT_FORM_TEST,
  },
  {
    code: 'payment_processing',
    sentence: '支払いを処理しています…しばらくお待ちください。',
    decided: PAYMENT_FORM,
    provoked: PAYMENT_FORM_TEST,
  },
  {
    code: 'payment_action_required',
    sentence: '追加の認証が必要です。もう一度支払いのボタンを押して、認証を済ませてください。',
    decided: PAYMENT_FORM,
    provoked: PAYMENT_FORM_TEST,
  },
  {
    code: 'payment_state_unexpected',
    sentence: '予期しない応答です（状態: {state}）。管理者にお問い合わせください。',
    decided: PAYMENT_FORM,
    provoked: PAYMENT_FORM_TEST,
  },
  {
    code: 'payment_exception',
    sentence:
      '支払いの処理中に問題が発生しました。もう一度お試しいただくか、サポートにお問い合わせください。',
    decided: PAYMENT_FORM,
    provoked: PAYMENT_FORM_TEST,
  },
  {
    code: 'refund_failed',
    sentence: '返金に失敗しました: {reason}',
    decided: `${PAYMENTS}/payments.ts`,
    provoked: PAYMENTS_TEST,
  },
]

/** Sentences of spec §8 that nothing here says, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'Failed to update premium or a slot': 'Stripe’s events do both on the server, where no person reads along',
}

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')

/** A file without its lines of comment: what is only mentioned is not provoked. */
const statementsOf = (path: string): string => read(path).replaceAll(/^\s*(\/\/|--|\/?\*).*$/gmu, '')

/** A sentence as a test may quote it: whole, or the part before its first blank. */
const wordsOf = (sentence: string): string[] =>
  [sentence, sentence.split('{', 1).join('')].filter((words) => words !== '')

/** What does not hold of an entry. */
function problems({ code, sentence, decided, provoked }: Entry): string[] {
  return [
    ERROR_SENTENCES[code] === sentence ? '' : `${code} says something else`,
    statementsOf(decided).includes(code) ? '' : `${decided} does not know ${code}`,
    /\.test\.(ts|tsx|sql)$/.test(provoked) ? '' : `${provoked} is no test`,
    [code, ...wordsOf(sentence)].some((words) => statementsOf(provoked).includes(words))
      ? ''
      : `${provoked} does not provoke ${code}`,
  ].filter((problem) => problem !== '')
}

test.each(SENTENCES)('$sentence is said where the product decides on it, and provoked', (entry) => {
  expect(problems(entry)).toEqual([])
})

test.each([ANSWERED.connected, ANSWERED.rejected])('the dropdown’s toast %s is provoked', (sentence) => {
  expect(read(`${NOTIFICATIONS}/connection-answer.tsx`)).toContain('ANSWERED[')
  expect(read(NOTIFICATIONS_TEST)).toContain(`toastsSay('${sentence}')`)
})

test.each([
  'session_not_found',
  'bad_jwt',
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
])('what the auth library calls %s is told in Japanese, and provoked', (code) => {
  expect(read('src/app/session/auth-failures.ts')).toContain(`  ${code}: '`)
  expect(read(AUTH_TEST)).toContain(`'${code}'`)
})

test('what the auth library says by itself is provoked', () => {
  expect(read(AUTH_TEST)).toContain('new AuthSessionMissingError()')
  expect(read(AUTH_TEST)).toContain("'You must provide either an email or phone number and a password'")
})

test('nothing of the catalogue is left over', () => {
  const listed = new Set(SENTENCES.map(({ sentence }) => sentence))
  const unlisted = Object.values(ERROR_SENTENCES).filter(
    (sentence) => !listed.has(sentence) && LEFT_OUT[sentence] === undefined,
  )
  expect(unlisted).toEqual([])
})

test('what is not said, not decided or not provoked is seen', () => {
  expect(
    problems({ code: 'login_required', sentence: 'ログイン', decided: ACTION, provoked: ACTION }),
  ).toHaveLength(4)
})
