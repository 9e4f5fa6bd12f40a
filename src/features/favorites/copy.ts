import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { grouped } from '#ui/japanese-number.ts'
import { NOT_STORED } from '#ui/not-stored.ts'

export const COPY = {
  title: 'お気に入り',
  button: 'お気に入り',
  remove: (title: string) => `「${title}」をお気に入りから外す`,
  added: 'お気に入りに追加しました。',
  removed: 'お気に入りから外しました',
  addedAt: 'に追加',
  count: (count: number) => `${grouped(count)}件`,
  used: (count: number) => `${grouped(count)} / ${FREE_FAVORITE_LIMIT}件`,
  usedSpoken: (count: number) => `無料プランの上限${FREE_FAVORITE_LIMIT}件のうち${count}件を使っています`,
  nearLimit: (left: number) =>
    `無料プランではあと${left}件追加できます。上限は${FREE_FAVORITE_LIMIT}件で、プレミアムでは無制限です。`,
  full: `無料プランの上限（${FREE_FAVORITE_LIMIT}件）に達しています。追加するには、どれかを外してください。プレミアムでは無制限です。`,
  nearLimitToast: (left: number) => `お気に入りに追加しました。無料プランではあと${left}件追加できます。`,
  empty: 'お気に入りはまだありません',
  emptyBody: '動画のハートを押すと、ここに並びます。電波のない場所でも見返せます。',
  emptyAction: '動画を探す',
  missingTitle: 'この動画',
  failed: NOT_STORED,
  retry: 'もう一度送る',
  discard: 'この変更を取り消す',
  syncCenter: '同期センター',
} as const

/** From how many left the limit is told. */
export const NEAR_LIMIT_LEFT = 10
