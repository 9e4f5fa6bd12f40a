import type { AuthFailure } from '#domain/account.ts'
import { BIO_MAX_LENGTH, DISPLAY_NAME_MAX_LENGTH, USERNAME_MAX_LENGTH } from '#domain/limits.ts'

export const COPY = {
  title: 'マイページ',
  premium: 'プレミアム会員',
  edit: 'プロフィールを編集',
  editing: 'プロフィールの編集',
  save: '保存する',
  cancel: 'やめる',
  saved: 'プロフィールを保存しました。',
  signOut: 'ログアウト',
  rooms: 'マイページの一覧',
  favorites: 'お気に入り',
  reviews: 'レビュー履歴',
  history: '視聴履歴',
  messages: 'メッセージ',
  notifications: '通知',
  notificationSettings: '通知設定',
  blocked: 'ブロックした人',
  sync: '同期センター',
  settings: '設定',
  attention: (count: number) => `要対応${count.toLocaleString('ja-JP')}件`,
  unread: (count: number) => `未読${count.toLocaleString('ja-JP')}件`,
  username: 'ユーザー名',
  usernameHint: `${USERNAME_MAX_LENGTH}文字まで。ほかの人にもこの名前で表示されます。`,
  displayName: '表示名',
  bio: '自己紹介',
  bioPlaceholder: '好きなジャンルや、よく見るチャンネルなど',
  noBio: '自己紹介はまだありません。',
  channelUrl: 'チャンネルのURL',
  channelUrlHint: 'https:// で始まるアドレス',
  badUrl: 'http:// または https:// で始まるアドレスを入力してください。',
  nameMissing: 'ユーザー名を入力してください。',
  nameLong: `ユーザー名は${USERNAME_MAX_LENGTH}文字までにしてください。`,
  displayNameLong: `表示名は${DISPLAY_NAME_MAX_LENGTH}文字までにしてください。`,
  bioLong: `自己紹介は${BIO_MAX_LENGTH}文字までにしてください。`,
  offline: 'プロフィールの保存には接続が必要です。入力した内容はこの端末に残しています。',
  restored: '前回の入力の続きです。まだ保存していません。',
} as const

const FAILURES: Partial<Record<AuthFailure, string>> = {
  offline: COPY.offline,
  signed_out: 'ログインの有効期限が切れました。入力した内容は残しています。もう一度ログインしてください。',
  invalid: '保存できませんでした。入力した内容を確認してください。',
}
const TRY_AGAIN = '保存できませんでした。入力した内容は残しています。もう一度お試しください。'

export const saveFailure = (code: AuthFailure): string => FAILURES[code] ?? TRY_AGAIN
