import { grouped } from '#ui/japanese-number.ts'

export const PUBLIC_COPY = {
  title: (name: string) => `${name}さんのプロフィール`,
  loadingTitle: 'プロフィール',
  own: 'ほかの会員には、このように表示されます。',
  edit: 'プロフィールを編集',
  reviews: 'レビュー',
  count: (count: number) => `${grouped(count)}件`,
  latest: (count: number) => `新しい順に${grouped(count)}件を表示しています。`,
  noReviews: 'レビューはまだありません。',
  reviewsOffline: 'レビューの表示には接続が必要です。',
  reviewsFailed: 'レビューを読み込めませんでした。',
  missing: 'プロフィールが見つかりません',
  missingBody: '退会したか、表示できない会員のプロフィールです。',
  blockedPeople: 'ブロックした人を見る',
  home: 'ホームに戻る',
  offline: 'このプロフィールの表示には接続が必要です',
  offlineBody: '接続が戻ると自動で表示します。',
  failed: 'プロフィールを読み込めませんでした',
  tryAgain: 'もう一度読み込む',
} as const
