import { ERROR_SENTENCES } from '#domain/errors.ts'
import { DOCUMENT_MAX_BYTES, type DocumentFailure, type RecordFailure } from '#domain/verification.ts'
import type { PhoneAuthFailure } from './phone-auth-port.ts'

/** Where the human check is shown. */
export const CHECK_CONTAINER = 'recaptcha-container'

export const COPY = {
  title: 'アカウント認証',
  lead: '認証のレベルが上がると、できることが増えます。電話番号や書類がほかの人に見えることはありません。',
  levels: '認証レベル',
  reached: '認証済み',
  notYet: '未認証',
  lapsed: '期限切れ',
  email: 'メールアドレス',
  emailBody: '登録したときから有効です。',
  phone: '電話番号',
  phoneBody: (points: number) =>
    `SMSで届くコードを入力します。初めての認証で${points}ポイントを獲得できます。`,
  phoneUntil: (date: string, end: string) => `末尾${end}の番号・${date}まで有効です。`,
  phoneLapsed: (date: string) => `${date}に有効期限が切れました。もう一度認証してください。`,
  identity: '本人確認',
  identityBody: '運営が書類で年齢を確認します。会話で2通目以降のメッセージを送るために必要です。',
  identityDone: '運営が書類を確認しました。',
  loading: '認証の状態を読み込み中...',
  needsConnection: '認証の状態とポイントの表示には接続が必要です。',
  stale: '接続がないため、最後に読み込んだ内容を表示しています。',
  loadFailed: '認証の状態を読み込めませんでした。',
  retry: 'もう一度読み込む',
  phoneTitle: '電話番号の認証',
  again: '番号を変更する・認証し直す',
  number: '電話番号',
  numberHint: '例: 090-1234-5678（国番号のない番号は日本の番号として扱います）',
  numberBad: '電話番号の形になっていません。数字を確かめてください。',
  send: 'コードを送信',
  sentTo: (phone: string) => `${phone} に確認コードを送信しました。`,
  code: '確認コード',
  codeHint: 'SMSで届いた6桁の数字',
  codeBad: '6桁の数字を入力してください。',
  confirm: '認証する',
  back: '番号を変える・コードを送り直す',
  done: '電話番号を認証しました。',
  doneWithPoints: (points: number) => `電話番号を認証しました。${points}ポイントを獲得しました。`,
  offline: 'コードの送信と認証には接続が必要です。入力した内容は残しています。',
  reload: 'ページを更新',
  identityTitle: '書類による本人確認',
  documents: '運転免許証、マイナンバーカードの表面、パスポートなど、生年月日がわかるものを選んでください。',
  documentsPrivate: '書類は運営だけが確認し、確認が終わると削除します。',
  birthDate: '書類の生年月日',
  birthDateHint:
    'プロフィールの生年月日と違うときは、書類のとおりに直してください。確認が終わると訂正します。',
  birthDateOfMinor: '18歳未満として登録した生年月日は訂正できません。',
  document: '書類の画像またはPDF',
  documentHint: `JPEG・PNG・WebP・PDF、${DOCUMENT_MAX_BYTES / 1_000_000}MBまで`,
  choose: 'ファイルを選ぶ',
  noneChosen: 'まだ選んでいません',
  sendDocument: '書類を提出する',
  toProfile: 'プロフィールを開く',
  documentSent: '書類を提出しました。確認が終わるとお知らせします。',
  documentOffline: '書類の提出には接続が必要です。選んだファイルはこの画面に残しています。',
  pending: (date: string) => `${date}に提出した書類を確認しています。確認が終わるとお知らせします。`,
  rejected: '前回の書類では確認できませんでした。別の書類を提出してください。',
  phoneFirst: '電話番号を認証すると、本人確認を申し込めます。',
  points: 'ポイント',
  balance: '現在のポイント',
  lifetime: 'これまでに獲得',
  pointUnit: 'ポイント',
  history: 'ポイント履歴',
  noHistory: 'ポイントの履歴はまだありません。',
} as const

const KEPT = '入力した内容は残しています。'

export const FAILURES = {
  phone_auth_not_ready: ERROR_SENTENCES.phone_auth_not_ready,
  recaptcha_container_missing: ERROR_SENTENCES.recaptcha_container_missing.replace('{id}', CHECK_CONTAINER),
  recaptcha_render_failed: ERROR_SENTENCES.recaptcha_render_failed,
  recaptcha_error: ERROR_SENTENCES.recaptcha_error,
  recaptcha_expired: ERROR_SENTENCES.recaptcha_expired,
  check_unsolved: '「私はロボットではありません」の確認が終わってから、もう一度押してください。',
  check_failed: `ロボットではないことを確認できませんでした。もう一度お試しください。${KEPT}`,
  phone_invalid: 'この電話番号には送信できません。番号を確かめてください。',
  phone_taken: 'この電話番号はほかのアカウントで認証されています。別の番号をお使いください。',
  quota_exceeded: `送信の回数が多すぎます。しばらくしてからもう一度お試しください。${KEPT}`,
  code_wrong: '確認コードが違います。SMSのコードを確かめて、もう一度入力してください。',
  code_expired: `確認コードの有効期限が切れました。コードを送り直してください。${KEPT}`,
  token_refused: `認証の有効期限が切れました。コードを送り直してください。${KEPT}`,
  signed_out: `${ERROR_SENTENCES.not_authenticated}：ログインの有効期限が切れました。${KEPT}もう一度ログインしてください。`,
  offline: `接続できませんでした。${KEPT}接続を確かめて、もう一度お試しください。`,
  server: `サーバーで記録できませんでした。${KEPT}もう一度お試しください。`,
  unknown: `うまくいきませんでした。${KEPT}もう一度お試しください。`,
} as const satisfies Record<PhoneAuthFailure | RecordFailure, string>
export type PhoneFailure = keyof typeof FAILURES

const CHOSEN = '選んだファイルは残しています。'

export const DOCUMENT_FAILURES = {
  missing: 'ファイルを選んでください。',
  wrong_type: 'この形式のファイルは提出できません。JPEG・PNG・WebP・PDFのファイルを選んでください。',
  too_large: `ファイルが大きすぎます。${DOCUMENT_MAX_BYTES / 1_000_000}MBまでのファイルを選んでください。`,
  phone_required: `電話番号の認証の有効期限が切れています。認証し直してから提出してください。${CHOSEN}`,
  birth_date_future: '生年月日に未来の日付は入力できません。',
  birth_date_odd: '生年月日は1900年以降の正しい日付を入力してください。',
  birth_date_of_minor: COPY.birthDateOfMinor,
  birth_date_missing: `プロフィールに生年月日を登録してから提出してください。`,
  document_missing: `書類を受け取れませんでした。もう一度お試しください。${CHOSEN}`,
  already_requested: '提出済みの書類を確認しています。',
  already_verified: '本人確認は完了しています。',
  signed_out: `${ERROR_SENTENCES.not_authenticated}：ログインの有効期限が切れました。${CHOSEN}もう一度ログインしてください。`,
  offline: `接続できませんでした。${CHOSEN}接続を確かめて、もう一度お試しください。`,
  server: `書類を提出できませんでした。${CHOSEN}もう一度お試しください。`,
} as const satisfies Record<DocumentFailure | 'missing' | 'birth_date_future' | 'birth_date_odd', string>

/** Only a page that is loaded anew gets past these. */
export const NEEDS_RELOAD: ReadonlySet<PhoneFailure> = new Set([
  'recaptcha_expired',
  'recaptcha_render_failed',
])
