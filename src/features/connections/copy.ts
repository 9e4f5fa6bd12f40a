import { ERROR_SENTENCES, SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'

const WHO_MAY_ASK = 'プレミアム会員の方か、電話番号を確認済みの女性の方が送れます。'

export const COPY = {
  request: '接続リクエストを送る',
  requested: '接続リクエストを送信済みです。返事を待っています。',
  incoming: '届いている接続リクエスト',
  asksYou: '接続リクエストが届いています。',
  rule: WHO_MAY_ASK,
  accept: '承認',
  reject: '拒否',
  rejected: '接続リクエストは見送られました。',
  connected: 'つながっています',
  message: 'メッセージを送る',
  sent: '接続リクエストを送りました。',
  answered: 'リクエストを承認/拒否しました',
  offline: '接続がないため送れません。つながってからもう一度お試しください。',
  adult_required: SYNC_REFUSAL_SENTENCES.adult_required,
  premium_required: `接続リクエストは、${WHO_MAY_ASK}`,
  connection_not_found: '相手が見つかりませんでした。',
  signed_out: `${ERROR_SENTENCES.login_required}。もう一度ログインしてください。`,
  failed: ERROR_SENTENCES.operation_failed,
} as const
