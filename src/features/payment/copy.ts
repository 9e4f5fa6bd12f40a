import { ERROR_SENTENCES } from '#domain/errors.ts'
import { filledSentence } from '#domain/payment-failure.ts'
import { yen } from '#ui/yen.ts'

const KEPT = '入力した内容は残しています。'

export const COPY = {
  preparing: '支払いの準備をしています...',
  title: 'カードで支払う',
  pay: (amount: number) => `${yen(amount)}を支払う`,
  retry: 'もう一度準備する',
  done: 'お支払いが完了しました',
  doneBody: 'このあと自動で画面が切り替わります。',
  processingBody: '確認できるまで、この画面で待ちます。画面を閉じても支払いの手続きは続きます。',
  processingOffline: '接続が戻ると、支払いの状況をもう一度確かめます。',
  offline: `支払いには接続が必要です。${KEPT}`,
  unreachable: `接続が切れたため、支払いの結果を確かめられませんでした。${KEPT}もう一度押しても、二重に請求されることはありません。`,
  incomplete: 'カードの内容を確かめてください。',
} as const

/** What is said of an outcome that is no success. */
export const SAID = {
  failed: (message: string | null) => message ?? ERROR_SENTENCES.payment_failed,
  action: ERROR_SENTENCES.payment_action_required,
  processing: ERROR_SENTENCES.payment_processing,
  other: (state: string) => filledSentence('payment_state_unexpected', { state }),
  exception: ERROR_SENTENCES.payment_exception,
  broken: ERROR_SENTENCES.payment_system_failed,
} as const

export const CARD_COPY = {
  standIn:
    'この環境の支払いは試験用です。実際に請求されることはありません。テスト用のカード番号: 4242 4242 4242 4242',
  number: 'カード番号',
  numberBad: 'カード番号を確かめてください。',
  expiry: '有効期限',
  expiryBad: '月 / 年の順に4桁で入力してください。',
  cvc: 'セキュリティコード',
  cvcBad: '3桁または4桁の数字を入力してください。',
  challenge: 'カード会社による本人認証',
  challengeBody: 'カード会社が、お支払いの前に本人認証を求めています（3Dセキュアの試験）。',
  challengeComplete: '認証する',
  challengeFail: '認証に失敗',
} as const

/** As Stripe.js says it in Japanese, by the decline code, else the code. */
export const DECLINES: Readonly<Record<string, string>> = {
  card_declined: 'カードが拒否されました。別のカードをお試しください。',
  generic_decline: 'カードが拒否されました。別のカードをお試しください。',
  insufficient_funds: 'カードの残高が不足しています。別のカードをお試しください。',
  lost_card: 'カードが拒否されました。別のカードをお試しください。',
  stolen_card: 'カードが拒否されました。別のカードをお試しください。',
  expired_card: 'カードの有効期限が切れています。別のカードをお試しください。',
  incorrect_cvc: 'カードのセキュリティコードが正しくありません。',
  incorrect_number: 'カード番号が正しくありません。',
  invalid_expiry_month: 'カードの有効期限が正しくありません。',
  invalid_expiry_year: 'カードの有効期限が正しくありません。',
  processing_error: 'カードの処理中にエラーが発生しました。しばらくしてからもう一度お試しください。',
  test_mode_live_card: '試験用の支払いです。テスト用のカード番号を入力してください。',
  payment_intent_authentication_failure:
    'カード会社による本人認証ができませんでした。もう一度お試しいただくか、別のカードをお使いください。',
}
