import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import type { CollectionName } from '#sync/collections/registry.ts'
import { grouped } from '#ui/japanese-number.ts'
import { NOT_STORED } from '#ui/not-stored.ts'

const count = (value: number): string => `${grouped(value)}件`
const MINUTE_MS = 60_000

/** いますぐ, 12秒後, 3分後. */
const inWords = (ms: number): string => {
  if (ms < 1_000) return 'まもなく'
  if (ms < MINUTE_MS) return `約${Math.ceil(ms / 1_000)}秒後に`
  return `約${Math.ceil(ms / MINUTE_MS)}分後に`
}

export const COPY = {
  title: '同期センター',
  lead: 'この端末で書いたものが、どこまで届いているかを確かめられます。',
  now: '今すぐ同期',
  synced: '同期しました。',
  notSynced: '同期できませんでした。',
  login: 'ログインし直す',
  nextTry: (ms: number, asked: boolean) =>
    asked ? `サーバーの求めにより、${inWords(ms)}もう一度試します。` : `${inWords(ms)}もう一度試します。`,
  needsYou: (value: number) => `要対応が${count(value)}あります。`,
  lost: (value: number) => `他の端末の変更が${count(value)}あります。`,
  neverSynced: 'まだ一度も同期していません。',
  lastSynced: '最後の同期: ',
  failed: '端末のデータを開けませんでした',
  failedBody: '空き容量を確かめて、再読み込みしてください。送っていない内容は消していません。',
  reload: '再読み込み',

  waiting: '送信待ち',
  waitingNone: '送信を待っているものはありません。',
  waitingSince: 'から',
  groupCount: count,
  more: (value: number) => `さらに${count(value)}を表示`,

  refused: '要対応',
  refusedNone: '要対応のものはありません。',
  refusedLead: 'サーバーで保存できなかったものです。内容はこの端末に残っています。',
  refusedAt: 'に保存できませんでした',
  retry: 'もう一度',
  retryAll: 'すべてもう一度送る',
  retried: 'もう一度送ります。',
  edit: '編集',
  tidy: 'お気に入りを整理',
  readMore: '全文を表示',
  readLess: 'たたむ',
  discard: '破棄',
  discarded: '破棄しました。',
  discardAsk: '破棄しますか？',
  discardBody: 'この端末に残っている次の内容を捨てて、サーバーの内容に戻します。元には戻せません。',
  discardDraft: 'この端末に残っている次の文章を捨てます。元には戻せません。',
  discardYes: '破棄する',
  keep: 'やめる',
  failedWrite: NOT_STORED,

  drafts: '書きかけの文章',
  draftsNone: '書きかけの文章はありません。',
  draftsLead: 'まだ送信も保存もしていない文章です。この端末に残っています。',
  messageEdit: 'メッセージの編集',

  conflicts: '他の端末の変更',
  conflictsNone: '確かめる変更はありません。',
  conflictsLead: 'この端末で書いたあと、他の端末の新しい変更が残ったものです。',
  conflictMine: 'この端末',
  conflictTheirs: '他の端末',
  restore: '元に戻す',
  restored: 'この端末の内容に戻しました。',
  openConversation: '会話を開く',
  noRoom: `無料プランの上限（${FREE_FAVORITE_LIMIT}件）に達しています。戻すには、どれかを外してください。`,
  close: '閉じる',

  kinds: '種類ごとの最後の同期',
  kind: '種類',
  when: '最後の同期',
  never: 'まだ',

  storage: '端末の容量',
  storageUnknown: 'このブラウザーでは使用量を確かめられません。',
  storageUsed: (used: string, quota: string) => `${used} 使用中（上限 ${quota}）`,
  storageMeter: '使用している容量',
  persist: '消えないようにする',

  diagnosis: '診断ファイル',
  diagnosisBody:
    '件数、状態、エラーの種類、バージョンだけを書き出します。名前、本文、メールアドレス、IDは入りません。',
  diagnose: '診断ファイルを保存',
  diagnosisFailed: '診断ファイルを作れませんでした。',
} as const

/** What each collection is called. Total. */
export const NOUNS = {
  favorites: 'お気に入り',
  ratings: '評価・コメント',
  messages: 'メッセージ',
  conversations: '会話',
  notifications: '通知',
  notification_reads: '通知の既読・削除',
  history: '視聴履歴',
  connections: 'つながり',
  profiles: 'プロフィール',
  settings: '設定',
  relations: 'ブロック・いいねなど',
  videos: '動画',
} as const satisfies Record<CollectionName, string>
