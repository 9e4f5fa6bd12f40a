import { ERROR_SENTENCES, SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { CONNECTION_REQUESTS_PER_DAY } from '#domain/limits.ts'

const WHO_MAY_ASK = 'プレミアム会員の方か、電話番号を認証済みの女性の方が送れます。'

export const COPY = {
  request: '接続リクエストを送る',
  requested: '接続リクエストを送信済みです。返事を待っています。',
  incoming: '届いている接続リクエスト',
  more: 'さらに表示',
  asksYou: '接続リクエストが届いています。',
  rule: WHO_MAY_ASK,
  toPremium: 'プレミアムに登録',
  toPhone: '電話番号を認証',
  accept: '承認',
  reject: '拒否',
  rejected: '接続リクエストは見送られました。',
  connected: 'つながっています',
  message: 'メッセージを送る',
  sent: '接続リクエストを送りました。',
  offline: '接続がないため送れません。つながってからもう一度お試しください。',
  adult_required: SYNC_REFUSAL_SENTENCES.adult_required,
  premium_required: `接続リクエストは、${WHO_MAY_ASK}`,
  connection_not_found: 'この相手には接続リクエストを送れません。',
  too_many_requests: `接続リクエストを送れるのは1日${CONNECTION_REQUESTS_PER_DAY}人までです。時間をおいてお試しください。`,
  signed_out: `${ERROR_SENTENCES.login_required}。もう一度ログインしてください。`,
  failed: ERROR_SENTENCES.operation_failed,
} as const
