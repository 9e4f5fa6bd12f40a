import { PREMIUM_SUPPORT_EMAIL } from '#domain/support.ts'
import type { IconName } from '#ui/icon.tsx'

export type MenuEntry = {
  label: string
  to:
    | '/'
    | '/profile/favorites'
    | '/search'
    | '/favorites'
    | '/profile'
    | '/profile/reviews'
    | '/profile/history'
    | '/profile/notifications'
    | '/profile/notification-settings'
    | '/profile/verification'
    | '/profile/blocked'
    | '/profile/sync'
    | '/profile/settings'
    | '/matching'
    | '/profile/matching'
    | '/profile/incoming-likes'
    | '/profile/liked-users'
    | '/profile/match-history'
    | '/messages'
    | '/premium'
    | '/premium/dashboard'
    | '/premium/upgrade'
    | '/premium/features'
    | '/premium/support'
    | '/premium/faq'
    | '/events'
    | '/help'
    | '/faq'
    | '/contact'
    | '/report'
    | '/about'
    | '/legal/commerce'
    | '/login'
    | '/signup'
    | '/youtuber/register'
    | '/youtuber/dashboard'
    | '/youtuber/promotions/new'
    | '/youtuber/promotions/active'
    | '/youtuber/guide'
    | '/youtuber/plans'
    | '/youtuber/guidelines'
    | '/admin'
    | '/admin/users'
    | '/admin/verification'
    | '/admin/reports'
    | '/admin/contacts'
    | '/admin/promotion'
    | '/admin/log'
  icon: IconName
  /** Shows how much waits for the person there. */
  counts?: 'attention'
}
export type FooterLink =
  | { label: string; to: MenuEntry['to'] }
  | { label: string; href: string; newTab?: true }

/*
 * Every menu of the shell in one list (spec §2). An entry is here only when its route is: later screens add theirs.
 */
const home: MenuEntry = { label: 'ホーム', to: '/', icon: 'home' }
const search: MenuEntry = { label: '動画検索', to: '/search', icon: 'search' }
const profile: MenuEntry = { label: 'プロフィール', to: '/profile', icon: 'person' }
const favorites: MenuEntry = { label: 'お気に入り', to: '/favorites', icon: 'heart' }
const reviews: MenuEntry = { label: 'レビュー履歴', to: '/profile/reviews', icon: 'star' }
const history: MenuEntry = { label: '視聴履歴', to: '/profile/history', icon: 'history' }
const matching: MenuEntry = { label: 'おすすめの人', to: '/matching', icon: 'sparkle' }
const incomingLikes: MenuEntry = {
  label: 'いいねしてくれた人',
  to: '/profile/incoming-likes',
  icon: 'personPlus',
}
const likedUsers: MenuEntry = { label: 'いいねした人', to: '/profile/liked-users', icon: 'send' }
const matchHistory: MenuEntry = { label: 'マッチ履歴', to: '/profile/match-history', icon: 'clock' }
const matchingSettings: MenuEntry = { label: 'マッチング設定', to: '/profile/matching', icon: 'search' }
const messages: MenuEntry = { label: 'メッセージ', to: '/messages', icon: 'chat' }
const notifications: MenuEntry = { label: '通知', to: '/profile/notifications', icon: 'bell' }
const notificationSettings: MenuEntry = {
  label: '通知設定',
  to: '/profile/notification-settings',
  icon: 'device',
}
const verification: MenuEntry = { label: 'アカウント認証', to: '/profile/verification', icon: 'checkCircle' }
const blocked: MenuEntry = { label: 'ブロックした人', to: '/profile/blocked', icon: 'shield' }
const sync: MenuEntry = { label: '同期センター', to: '/profile/sync', icon: 'refresh', counts: 'attention' }
const settings: MenuEntry = { label: '設定', to: '/profile/settings', icon: 'gear' }
const events: MenuEntry = { label: 'イベント', to: '/events', icon: 'calendar' }
const premium: MenuEntry = { label: 'プレミアム', to: '/premium', icon: 'crown' }
/** In every side menu: a screen that fills the window has no footer. */
const help: MenuEntry = { label: 'ヘルプ', to: '/help', icon: 'info' }
const login: MenuEntry = { label: 'ログイン', to: '/login', icon: 'login' }
const signup: MenuEntry = { label: '新規登録', to: '/signup', icon: 'personPlus' }
const registerYoutuber: MenuEntry = { label: 'YouTuber登録', to: '/youtuber/register', icon: 'video' }
const creatorDashboard: MenuEntry = {
  label: 'クリエイターダッシュボード',
  to: '/youtuber/dashboard',
  icon: 'video',
}
const promotions: MenuEntry = { label: 'プロモーション', to: '/youtuber/promotions/active', icon: 'pin' }

const adminDashboard: MenuEntry = { label: '管理ダッシュボード', to: '/admin', icon: 'grid' }
const adminUsers: MenuEntry = { label: 'ユーザー管理', to: '/admin/users', icon: 'person' }
const adminPromotion: MenuEntry = { label: '広告管理', to: '/admin/promotion', icon: 'video' }

/** Only for admins: follows the other entries of the side menu, and is a column of the footer. */
export const ADMIN_MENU: MenuEntry[] = [adminDashboard, adminUsers, adminPromotion]
export const ADMIN_NAV: MenuEntry[] = [
  { ...adminDashboard, label: 'ダッシュボード' },
  { ...adminUsers, label: 'ユーザー' },
  { label: '本人確認', to: '/admin/verification', icon: 'checkCircle' },
  { label: '通報', to: '/admin/reports', icon: 'alert' },
  { label: 'お問い合わせ', to: '/admin/contacts', icon: 'mail' },
  { ...adminPromotion, label: '広告' },
  { label: '操作の記録', to: '/admin/log', icon: 'history' },
]

export const SIDE_MENU_SIGNED_IN: MenuEntry[] = [
  home,
  profile,
  favorites,
  reviews,
  history,
  matching,
  incomingLikes,
  likedUsers,
  matchHistory,
  messages,
  notifications,
  notificationSettings,
  verification,
  sync,
  settings,
  premium,
  search,
  events,
  help,
]
/** Follows what everybody signed in has. */
export const SIDE_MENU_CREATOR: MenuEntry[] = [creatorDashboard, promotions]
export const SIDE_MENU_SIGNED_OUT: MenuEntry[] = [home, login, signup, registerYoutuber, help]

export const BOTTOM_NAV: MenuEntry[] = [
  home,
  { ...search, label: '検索' },
  notifications,
  { ...profile, label: 'マイページ' },
]

/** The dropdown beside the avatar; ログアウト follows it. */
export const accountMenu = (isPremium: boolean): MenuEntry[] => [
  profile,
  { ...premium, label: isPremium ? 'プレミアム' : 'プレミアム登録' },
  favorites,
  messages,
  sync,
  settings,
]

export const PROFILE_NAV: MenuEntry[] = [
  profile,
  { ...favorites, to: '/profile/favorites' },
  reviews,
  history,
  matchingSettings,
  incomingLikes,
  likedUsers,
  matchHistory,
  notifications,
  notificationSettings,
  verification,
  blocked,
  sync,
  settings,
]

type FooterColumn = { title: string; links: FooterLink[] }

/** Only a creator is led to the dashboard, everybody else to where one registers; premium has a home of its own; admins have a column more. */
export function footerColumns(
  signedIn: boolean,
  {
    isCreator = false,
    isPremium = false,
    isAdmin = false,
  }: Partial<Record<'isCreator' | 'isPremium' | 'isAdmin', boolean>>,
): FooterColumn[] {
  const user: MenuEntry[] = signedIn
    ? [profile, favorites, reviews, history, messages, notifications]
    : [login, signup]
  return [
    { title: 'サービス', links: [home, search, events, { label: 'ミルトモについて', to: '/about' }] },
    { title: 'ユーザー', links: user },
    {
      title: 'クリエイター',
      links: [
        ...(isCreator ? [{ ...creatorDashboard, label: 'ダッシュボード' }, promotions] : [registerYoutuber]),
        { label: 'YouTuber向けガイド', to: '/youtuber/guide' },
        { label: '料金プラン', to: '/youtuber/plans' },
        { label: 'ガイドライン', to: '/youtuber/guidelines' },
      ],
    },
    {
      title: 'サポート',
      links: [
        { label: 'ヘルプ', to: '/help' },
        { label: 'よくある質問', to: '/faq' },
        { label: 'お問い合わせ', to: '/contact' },
        { label: '通報', to: '/report' },
        { label: '利用規約', href: '/terms-of-service.html', newTab: true },
        { label: 'プライバシーポリシー', href: '/privacy-policy.html', newTab: true },
        { label: '特定商取引法に基づく表記', to: '/legal/commerce' },
      ],
    },
    { title: 'プレミアムサポート', links: premiumLinks(isPremium) },
    ...(isAdmin ? [{ title: '管理', links: ADMIN_MENU }] : []),
  ]
}

const premiumLinks = (isPremium: boolean): FooterLink[] => [
  isPremium
    ? { label: 'プレミアムのホーム', to: '/premium/dashboard' }
    : { label: 'プレミアム登録', to: '/premium/upgrade' },
  { label: 'プレミアムの機能', to: '/premium/features' },
  { label: 'お問い合わせの前に', to: '/premium/support' },
  { label: 'よくある質問', to: '/premium/faq' },
  { label: 'メールで問い合わせる', href: `mailto:${PREMIUM_SUPPORT_EMAIL}` },
]
