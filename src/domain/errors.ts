/** Why the server refused a pushed row. Closed: an unknown code is read as `server_error`. */
export const SYNC_REFUSALS = [
  'favorite_limit',
  'forbidden',
  'not_found',
  'invalid',
  'too_long',
  'blocked',
  'adult_required',
  'age_check_required',
  'suspended',
  'rate_limited',
  'server_error',
] as const
export type SyncRefusal = (typeof SYNC_REFUSALS)[number]

/** Sentences for refusals; what was refused stays on the device as 要対応. */
export const SYNC_REFUSAL_SENTENCES = {
  favorite_limit: 'お気に入りは無料プランでは100件までです。',
  forbidden: 'この操作は許可されていません。',
  not_found: '対象が見つかりませんでした。削除された可能性があります。',
  invalid: '内容に誤りがあるため保存できませんでした。',
  too_long: '長すぎるため保存できませんでした。短くしてもう一度お試しください。',
  blocked: '相手とのやり取りができないため送信できませんでした。',
  adult_required: '18歳以上の方だけが利用できます。プロフィールに生年月日を登録してください。',
  age_check_required: '2通目からは、本人確認書類による年齢確認が必要です。',
  suspended: 'アカウントの利用が停止されているため、保存できませんでした。',
  rate_limited: '操作が多すぎます。しばらくしてからもう一度お試しください。',
  server_error: 'サーバーで保存できませんでした。もう一度お試しください。',
} as const satisfies Record<SyncRefusal, string>

/** The error catalogue of spec §8: code → the exact sentence. */
export const ERROR_SENTENCES = {
  rating_not_authenticated: 'User not authenticated',
  video_without_youtube_id: 'No YouTube ID found for this video',
  notification_load_failed: '通知の読み込みに失敗しました',
  notification_update_failed: '通知の更新に失敗しました',
  notification_bulk_update_failed: '通知の一括更新に失敗しました',
  notification_delete_failed: '通知の削除に失敗しました',
  notification_clear_failed: '通知のクリアに失敗しました',
  notification_settings_failed: '通知設定の更新に失敗しました',
  notification_not_found: '通知が見つかりませんでした',
  notification_invalid: '無効なパラメータ',
  notification_action_refused: 'この通知タイプではこのアクションは実行できません',
  notification_action_unknown: '不明なアクションです',
  notification_action_failed: '通知アクションの実行に失敗しました',
  notification_without_recipient: '通知の送信先ユーザーIDが指定されていません',
  notification_none_valid: '有効な通知がありません',
  notification_bulk_create_failed: '通知の一括作成に失敗しました',
  connection_id_missing: '接続IDが指定されていません',
  connection_info_missing: '接続情報が不足しています',
  connection_metadata_missing: '接続IDが見つかりません',
  connection_load_failed: '接続情報の取得に失敗しました',
  connection_already_answered: 'この接続リクエストは既に承認/拒否されています',
  connection_answer_failed: '接続リクエスト応答に失敗しました',
  connection_answer_error: '接続応答処理に失敗しました',
  operation_failed: '操作に失敗しました。後でもう一度お試しください。',
  login_required: 'ユーザーログインが必要です',
  not_authenticated: 'ユーザーが認証されていません',
  phone_auth_not_ready: '認証が初期化されていません。環境変数を確認してください。',
  recaptcha_container_missing: 'IDが「{id}」のreCAPTCHAコンテナが見つかりません。',
  recaptcha_expired: 'reCAPTCHAの有効期限が切れました。ページを更新して、もう一度お試しください。',
  recaptcha_error: 'reCAPTCHAの検証中にエラーが発生しました',
  recaptcha_render_failed: 'reCAPTCHAの表示に失敗しました',
} as const
export type ErrorCode = keyof typeof ERROR_SENTENCES

/** Why something could not be shown or done, as the app knows it; the sentence is chosen at the edge. */
export const FAILURE_CODES = [
  'offline',
  'timeout',
  'server',
  'not_found',
  'forbidden',
  'signed_out',
  'invalid',
  'storage',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]
