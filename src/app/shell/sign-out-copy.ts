import type { CollectionName } from '#sync/collections/registry.ts'

/** What of a collection can wait to be sent. */
const KINDS: Partial<Record<CollectionName, string>> = {
  ratings: '評価・レビュー',
  favorites: 'お気に入り',
  messages: 'メッセージ',
  conversations: '会話の既読',
  notification_reads: '通知の既読・削除',
  history: '視聴履歴',
  settings: '設定',
  relations: 'ブロック・いいねなど',
}

export const SIGN_OUT = {
  title: 'ログアウト',
  waiting: (count: number) => `まだ送信していないものが${count}件あります。どうするか選んでください。`,
  nothingWaits: '送信していないものは、もうありません。',
  leave: 'ログアウトする',
  kind: (collection: string) => KINDS[collection as CollectionName] ?? 'そのほかの変更',
  refused: '送信できなかったもの（要対応）',
  drafts: '書きかけの文章',
  count: (count: number) => `${count}件`,
  unreadable:
    '端末のデータを開けないため、送信していないものがあるか確かめられません。ログアウトすると、この端末のデータを消します。',
  send: '今すぐ送信',
  sendNote: '送信が終わったら、この端末から消してログアウトします。',
  sendDraftsNote: '書きかけの文章は送信されません。この端末に封をして残します。',
  seal: 'この端末に封をして残す',
  sealNote:
    '暗号化して残します。このアカウントでもう一度ログインすると開いて送信します。それまでは、この端末を使うほかの人も読めません。',
  cannotSeal:
    '封をする鍵をまだ受け取っていないため、選べません。一度インターネットにつながると使えるようになります。',
  discard: '破棄してログアウト',
  discardNote: '送信していないものを消します。元に戻せません。',
  cancel: 'キャンセル',
  sending: (left: number) => `送信しています。残り${left}件`,
  stopSending: '送信をやめる',
  offline: 'オフラインのため、今は送信できません。つながってからもう一度試すか、ほかの方法を選んでください。',
  failed: '送信できませんでした。接続を確かめるか、ほかの方法を選んでください。',
  someLeft: '送信できないものが残りました。封をして残すか、破棄してください。',
  notLeft:
    'この端末に残せませんでした。何も消していません。端末の空き容量を確かめるか、ほかの方法を選んでください。',
} as const

export const ENDED = {
  title: 'ログインの有効期限が切れました',
  sealed: (count: number) =>
    `まだ送信していない${count}件は、暗号化してこの端末に封をして残しました。アカウントが残っていれば、同じアカウントでもう一度ログインすると、戻して送信します。`,
  kept: (count: number) =>
    `まだ送信していない${count}件は、この端末に残っています。アカウントが残っていれば、同じアカウントでもう一度ログインすると送信します。封をする鍵をまだ受け取っていないため、暗号化はしていません。`,
  signIn: 'ログインして送信',
  keep: 'このまま残す',
  discard: '破棄',
  discarded: '破棄しました',
  notDiscarded: '破棄できませんでした',
} as const

export const BROUGHT_BACK = {
  returned: (count: number) => `封をして残した${count}件を戻しました。`,
  newer: 'この端末に封をして残したものは、新しいバージョンのアプリで開けます。更新するまでそのまま残します。',
  unopened:
    'この端末に封をして残したものを開けませんでした。鍵が変わったか、データが壊れています。そのまま残しています。',
} as const
