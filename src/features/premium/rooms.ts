import type { IconName } from '#ui/icon.tsx'

export type Room = {
  to: string
  search?: Record<string, string>
  label: string
  hint: string
  icon: IconName
}

/** Where what premium gives is used. */
export const FEATURE_ROOMS: readonly Room[] = [
  {
    to: '/premium/advanced-search',
    label: '高度な検索',
    hint: '評価軸・期間・長さなどで動画を探す',
    icon: 'search',
  },
  { to: '/premium/matching', label: 'マッチング', hint: '1日10人の候補と、接続リクエスト', icon: 'sparkle' },
  { to: '/premium/messaging', label: 'メッセージ', hint: 'つながった人とのやり取り', icon: 'chat' },
  { to: '/profile/matching', label: '探す条件', hint: '年齢・地域・活動レベルで絞り込み', icon: 'gear' },
  { to: '/favorites', label: 'お気に入り', hint: '件数の制限なく保存', icon: 'heart' },
  {
    to: '/profile/notifications',
    search: { filter: 'premium' },
    label: 'プレミアムの通知',
    hint: '会員だけに届くお知らせ',
    icon: 'bell',
  },
]

export const ACCOUNT_ROOMS: readonly Room[] = [
  { to: '/premium/extend', label: '延長', hint: '次の更新とプランについて', icon: 'refresh' },
  { to: '/premium/cancel', label: '解約', hint: '解約の手続きと、残るもの', icon: 'logout' },
  { to: '/premium/features', label: '機能の一覧', hint: '無料プランとのちがい', icon: 'grid' },
  { to: '/premium/faq', label: 'よくある質問', hint: '支払い・更新・解約', icon: 'info' },
  { to: '/premium/support', label: 'サポート', hint: 'メールでのお問い合わせ', icon: 'mail' },
]
