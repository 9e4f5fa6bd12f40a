import type { createAppRouter } from '#routes/router.ts'

type AppRouter = ReturnType<typeof createAppRouter>
/** A section's own page goes without its last slash. */
type Trimmed<Path extends string> = Path extends `${infer Start}/` ? (Start extends '' ? Path : Start) : Path
/** Every path pattern of the router. */
export type Pattern = Trimmed<Exclude<keyof AppRouter['routesByPath'], ''>>

/** Demo accounts of the seed, `<name>@mirutomo.test`; a visitor has none. */
export type Who = 'visitor' | 'viewer' | 'premium' | 'expired' | 'creator' | 'admin'

/** `for`: who sees it; a viewer's is everybody's who is signed in. `deleted`: only whoever has just deleted an account. */
export type Screen = {
  for: 'everybody' | 'deleted' | Who
  /** An address of it that has something to show in the seed. */
  example: string
  /** Its only h1, as the first of those who see it have it. */
  heading: string
  /** Where it is another one for whoever is signed in. */
  ownHeading?: string
  /** Where it is another one without a connection. */
  offlineHeading?: string
  /** The same screen in other states worth a look. */
  more?: readonly Pick<Screen, 'example' | 'heading' | 'offlineHeading'>[]
}
/** Shows nothing of its own. `leadsTo`: where a viewer ends up. */
export type Detour = { example: string; leadsTo: string }

/** A conversation between viewer@ and premium@. */
const TALK = '087d2b7a-f083-46d3-84d3-47cb0abd6c3c'

/** The event of the seed that creator@ holds. */
const EVENT = 'd0deacec-80df-43e5-a521-46afb44d19d8'

/** Every address of the app. One that the router has and this table lacks does not compile. */
export const ADDRESSES = {
  '/': { for: 'everybody', example: '/', heading: '観た動画を、六つの軸で語ろう。', ownHeading: 'ホーム' },
  '/search': {
    for: 'everybody',
    example: '/search?q=%E3%82%B2%E3%83%BC%E3%83%A0',
    heading: '「ゲーム」の検索結果',
    more: [
      { example: '/search', heading: '動画を探す' },
      {
        example: '/search?q=%E3%81%82%E3%82%8A%E3%81%88%E3%81%AA%E3%81%84%E5%8B%95%E7%94%BB',
        heading: '「ありえない動画」の検索結果',
      },
    ],
  },
  '/genre/$slug': { for: 'everybody', example: '/genre/music', heading: '音楽' },
  '/video/$videoId': {
    for: 'everybody',
    example: '/video/QfljxrVs5yc',
    heading: '[2020.4.23 配信] あつまれ どうぶつの森 無料アップデートのお知らせ',
  },
  '/share': {
    for: 'everybody',
    example: '/share',
    heading: '共有された動画',
    more: [{ example: '/share?title=%E7%8C%AB', heading: '共有された動画' }],
  },
  '/login': { for: 'visitor', example: '/login', heading: 'ログイン' },
  '/signup': { for: 'visitor', example: '/signup', heading: '新規登録' },
  '/reset-password': { for: 'everybody', example: '/reset-password', heading: 'パスワードの再設定' },
  '/account-deleted': { for: 'deleted', example: '/account-deleted', heading: 'アカウントを削除しました' },
  '/help': { for: 'everybody', example: '/help', heading: 'ヘルプ' },
  '/faq': { for: 'everybody', example: '/faq', heading: 'よくある質問' },
  '/about': { for: 'everybody', example: '/about', heading: 'ミルトモについて' },
  '/contact': { for: 'everybody', example: '/contact', heading: 'お問い合わせ' },
  '/report': {
    for: 'everybody',
    example: '/report',
    heading: '通報',
    more: [{ example: `/report?event=${EVENT}`, heading: '通報' }],
  },
  '/events': {
    for: 'everybody',
    example: '/events',
    heading: 'イベント',
    more: [{ example: '/events?view=past', heading: 'イベント' }],
  },
  '/events/$eventId': {
    for: 'everybody',
    example: `/events/${EVENT}`,
    heading: '短編アニメーションをいっしょに観る夜',
  },
  '/events/new': { for: 'viewer', example: '/events/new', heading: 'イベントを開く' },
  '/events/$eventId/edit': {
    for: 'creator',
    example: `/events/${EVENT}/edit`,
    heading: 'イベントの編集',
  },
  '/legal/commerce': { for: 'everybody', example: '/legal/commerce', heading: '特定商取引法に基づく表記' },
  '/favorites': { for: 'viewer', example: '/favorites', heading: 'お気に入り' },
  '/profile': { for: 'viewer', example: '/profile', heading: 'マイページ' },
  '/profile/favorites': { for: 'viewer', example: '/profile/favorites', heading: 'お気に入り' },
  '/profile/reviews': { for: 'viewer', example: '/profile/reviews', heading: 'レビュー履歴' },
  '/profile/history': { for: 'viewer', example: '/profile/history', heading: '視聴履歴' },
  '/profile/matching': { for: 'viewer', example: '/profile/matching', heading: 'マッチング設定' },
  '/profile/incoming-likes': {
    for: 'viewer',
    example: '/profile/incoming-likes',
    heading: 'いいねしてくれた人',
  },
  '/profile/liked-users': { for: 'viewer', example: '/profile/liked-users', heading: 'いいねした人' },
  '/profile/match-history': { for: 'viewer', example: '/profile/match-history', heading: 'マッチ履歴' },
  '/profile/notifications': {
    for: 'viewer',
    example: '/profile/notifications',
    heading: '通知',
    more: [{ example: '/profile/notifications?filter=premium', heading: '通知' }],
  },
  '/profile/notification-settings': {
    for: 'viewer',
    example: '/profile/notification-settings',
    heading: '通知設定',
  },
  '/profile/verification': { for: 'viewer', example: '/profile/verification', heading: 'アカウント認証' },
  '/profile/blocked': { for: 'viewer', example: '/profile/blocked', heading: 'ブロックした人' },
  '/profile/sync': { for: 'viewer', example: '/profile/sync', heading: '同期センター' },
  '/profile/settings': { for: 'viewer', example: '/profile/settings', heading: '設定' },
  '/profile/$personId': {
    for: 'viewer',
    example: '/profile/00000000-0000-4000-8000-000000000002',
    heading: 'けんと',
  },
  '/matching': { for: 'viewer', example: '/matching', heading: 'マッチング' },
  '/matching/new': { for: 'viewer', example: '/matching/new', heading: '今日の候補' },
  '/messages': { for: 'viewer', example: '/messages', heading: 'メッセージ' },
  '/messages/$conversationId': { for: 'viewer', example: `/messages/${TALK}`, heading: 'みさき' },
  '/premium/upgrade': {
    for: 'viewer',
    example: '/premium/upgrade',
    heading: 'プレミアム登録',
    more: [
      {
        example: '/premium/upgrade?plan=yearly',
        heading: 'お申し込み内容の最終確認',
        offlineHeading: 'プレミアム登録',
      },
    ],
  },
  '/premium/expired': {
    for: 'expired',
    example: '/premium/expired',
    heading: 'プレミアムの有効期限が切れました',
  },
  '/premium/features': { for: 'viewer', example: '/premium/features', heading: 'プレミアムの機能' },
  '/premium/support': { for: 'everybody', example: '/premium/support', heading: 'プレミアムサポート' },
  '/premium/faq': { for: 'everybody', example: '/premium/faq', heading: 'プレミアムのよくある質問' },
  '/premium/dashboard': { for: 'premium', example: '/premium/dashboard', heading: 'プレミアム' },
  '/premium/advanced-search': {
    for: 'premium',
    example: '/premium/advanced-search?genres=gaming%2Cmusic&order=longest',
    heading: '高度な検索',
    more: [
      { example: '/premium/advanced-search', heading: '高度な検索' },
      {
        example: '/premium/advanced-search?q=%E4%BD%95%E3%82%82%E3%81%AA%E3%81%84&minutes_from=5999',
        heading: '高度な検索',
      },
    ],
  },
  '/premium/matching': {
    for: 'premium',
    example: '/premium/matching',
    heading: 'プレミアムマッチング',
    more: [{ example: '/premium/matching?view=deck', heading: 'プレミアムマッチング' }],
  },
  '/premium/messaging': { for: 'premium', example: '/premium/messaging', heading: 'メッセージ' },
  '/premium/messaging/$conversationId': {
    for: 'premium',
    example: `/premium/messaging/${TALK}`,
    heading: 'ひなた',
  },
  '/premium/extend': { for: 'premium', example: '/premium/extend', heading: 'プレミアムの延長' },
  '/premium/cancel': { for: 'premium', example: '/premium/cancel', heading: 'プレミアムの解約' },
  '/youtuber/register': { for: 'viewer', example: '/youtuber/register', heading: 'YouTuber登録' },
  '/youtuber/guide': { for: 'everybody', example: '/youtuber/guide', heading: 'YouTuber向けガイド' },
  '/youtuber/plans': {
    for: 'everybody',
    example: '/youtuber/plans',
    heading: 'プロモーション枠の料金プラン',
  },
  '/youtuber/guidelines': {
    for: 'everybody',
    example: '/youtuber/guidelines',
    heading: 'クリエイターガイドライン',
  },
  '/youtuber/dashboard': {
    for: 'creator',
    example: '/youtuber/dashboard',
    heading: 'クリエイターダッシュボード',
  },
  '/youtuber/promotions/new': {
    for: 'creator',
    example: '/youtuber/promotions/new',
    heading: 'プロモーション枠の予約',
  },
  '/youtuber/promotions/active': {
    for: 'creator',
    example: '/youtuber/promotions/active',
    heading: 'プロモーション',
  },
  '/admin': { for: 'admin', example: '/admin', heading: '管理ダッシュボード' },
  '/admin/users': { for: 'admin', example: '/admin/users', heading: 'ユーザー管理' },
  '/admin/verification': { for: 'admin', example: '/admin/verification', heading: '本人確認の申請' },
  '/admin/reports': { for: 'admin', example: '/admin/reports', heading: '通報' },
  '/admin/contacts': { for: 'admin', example: '/admin/contacts', heading: 'お問い合わせ' },
  '/admin/promotion': { for: 'admin', example: '/admin/promotion', heading: '広告管理' },
  '/admin/log': { for: 'admin', example: '/admin/log', heading: '操作の記録' },
  '/premium': { example: '/premium', leadsTo: '/premium/upgrade' },
  '/profile/messages': { example: '/profile/messages', leadsTo: '/messages' },
  '/messaging': { example: '/messaging', leadsTo: '/messages' },
  '/messaging/$conversationId': { example: `/messaging/${TALK}`, leadsTo: `/messages/${TALK}` },
  '/support': { example: '/support', leadsTo: '/contact' },
  '/$': { example: '/no/such/place', leadsTo: '/' },
} as const satisfies Record<Pattern, Screen | Detour>

const all: (Screen | Detour)[] = Object.values(ADDRESSES)

export const DETOURS: Detour[] = all.filter((address) => 'leadsTo' in address)
const screens: Screen[] = all.filter((address) => 'heading' in address)
/** What exactly they see whom it is made for, each of its states by itself. */
export const screensFor = (whom: Screen['for']): Screen[] =>
  screens
    .filter((screen) => screen.for === whom)
    .flatMap((screen) => [screen, ...(screen.more ?? []).map((state) => ({ ...screen, ...state }))])
