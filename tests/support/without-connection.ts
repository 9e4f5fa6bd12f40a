import type { ADDRESSES, Pattern } from './addresses.ts'

type Addresses = typeof ADDRESSES
export type ScreenPattern = {
  [P in Pattern]: Addresses[P] extends { heading: string } ? P : never
}[Pattern]

export type Offline = {
  /** Part of what it says, without a connection, to whoever never opened it on this device. */
  says: string
  /** Its heading then, where it is another one. */
  heading?: string
  /** The same to a visitor, who holds nothing; `heading` where it is another one. */
  visitor?: { says: string; heading?: string }
  /** What it says besides once it was opened with a connection: how old that is, as a rule. */
  kept?: string
}

const AGE = 'の内容です。'
const NO_PREMIUM = 'プレミアムの登録と変更には接続が必要です'
const NO_ADMIN = '管理には接続が必要です'
const NO_CANDIDATES = '端末に届いている候補を表示しています。'
const KEPT_INPUT = '接続がありません。入力した内容は残したままなので'
const NO_EVENT = {
  heading: 'このイベントはまだ端末にありません',
  says: '接続が戻ると、イベントを読み込みます。',
}
const NO_SEARCH = '接続すると検索できます。'

/** What every screen shows without a connection: what the device holds, with its age where it is not kept in step, or why there is nothing and what can be done. */
export const WITHOUT_CONNECTION = {
  '/': { says: '最近見た動画', visitor: { says: 'いちばんレビューされている動画' } },
  '/search': { says: 'この端末にある動画', visitor: { says: NO_SEARCH } },
  '/genre/$slug': { says: 'ほかのジャンル', visitor: { says: NO_SEARCH } },
  '/video/$videoId': {
    says: '動画の再生には接続が必要です',
    visitor: { says: 'この動画はまだ端末にありません。', heading: 'オフラインです' },
    kept: AGE,
  },
  '/share': { says: '残したリンクはありません' },
  '/login': { says: KEPT_INPUT },
  '/signup': { says: KEPT_INPUT },
  '/reset-password': { says: KEPT_INPUT },
  '/account-deleted': { says: 'アカウントを削除しました' },
  '/help': { says: '使い方や困ったときの対処' },
  '/faq': { says: '電波のないところでも使えますか' },
  '/about': { says: '書いたものを失わない' },
  '/contact': { says: '送信には接続が必要です。入力した内容は残しています。' },
  '/report': { says: '通報のしかた' },
  '/legal/commerce': { says: '価格を表示するには接続が必要です。', kept: AGE },
  '/events': { says: 'この端末にはまだイベントがありません', kept: AGE },
  '/events/$eventId': { ...NO_EVENT, kept: AGE },
  '/events/new': { says: '保存には接続が必要です。入力した内容は残しています。' },
  '/events/$eventId/edit': { ...NO_EVENT, kept: '保存には接続が必要です。' },
  '/favorites': { says: '保存済み' },
  '/profile': { says: 'あなたの採点' },
  '/profile/favorites': { says: '保存済み' },
  '/profile/reviews': { says: '編集する' },
  '/profile/history': { says: '視聴' },
  '/profile/matching': { says: '誰を紹介してほしいかを選びます。' },
  '/profile/incoming-likes': { says: 'いいね' },
  '/profile/liked-users': { says: 'いいねを取り消す' },
  '/profile/match-history': { says: 'マッチ' },
  '/profile/notifications': { says: 'すべて既読にする' },
  '/profile/notification-settings': { says: '本日の残りの件数は、接続しているときに表示します。' },
  '/profile/verification': { says: '認証の状態とポイントの表示には接続が必要です。', kept: AGE },
  '/profile/blocked': { says: '相手のプロフィールか会話の画面のメニューから' },
  '/profile/sync': { says: '接続が戻ると、自動で送ります。' },
  '/profile/settings': { says: 'メールアドレス' },
  '/profile/$personId': { says: 'レビューの表示には接続が必要です。', kept: AGE },
  '/matching': { says: NO_CANDIDATES },
  '/matching/new': { says: NO_CANDIDATES },
  '/messages': { says: '運営チーム' },
  '/messages/$conversationId': { says: 'みさきさんとの会話はここから始まります。' },
  '/premium/upgrade': { says: NO_PREMIUM },
  '/premium/expired': { says: 'プレミアムを再開する' },
  '/premium/features': { says: '無料プランとプレミアムのちがい' },
  '/premium/support': { says: '解約の手続きと、解約しても残るもの' },
  '/premium/faq': { says: '支払い方法は何が使えますか' },
  '/premium/dashboard': { says: 'この端末に保存された情報を表示しています。', kept: AGE },
  '/premium/advanced-search': { says: '条件を変える' },
  '/premium/matching': { says: NO_CANDIDATES },
  '/premium/messaging': { says: '送信済み' },
  '/premium/messaging/$conversationId': { says: 'ひなたさんとの会話はここから始まります。' },
  '/premium/extend': { says: NO_PREMIUM },
  '/premium/cancel': { says: NO_PREMIUM },
  '/youtuber/register': { says: '登録には接続が必要です。入力した内容はこの端末に残ります。' },
  '/youtuber/guide': { says: 'チャンネルを登録する' },
  '/youtuber/plans': { says: 'この内容の表示には接続が必要です。', kept: AGE },
  '/youtuber/guidelines': { says: '登録できるチャンネル' },
  '/youtuber/dashboard': { says: 'この内容の表示には接続が必要です。', kept: AGE },
  '/youtuber/promotions/new': { says: '予約には接続が必要です。選んだ内容は残しています。' },
  '/youtuber/promotions/active': { says: '予約の状態を見るには接続が必要です。', kept: AGE },
  '/admin': { says: NO_ADMIN },
  '/admin/users': { says: NO_ADMIN },
  '/admin/verification': { says: NO_ADMIN },
  '/admin/reports': { says: NO_ADMIN },
  '/admin/contacts': { says: NO_ADMIN },
  '/admin/promotion': { says: NO_ADMIN },
  '/admin/log': { says: NO_ADMIN },
} as const satisfies Record<ScreenPattern, Offline>
