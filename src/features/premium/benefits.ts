import { DROPDOWN_ITEMS_FREE, DROPDOWN_ITEMS_PREMIUM, FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { FREE_MATCH_CANDIDATES, PREMIUM_MATCH_CANDIDATES } from '#domain/matching.ts'
import type { IconName } from '#ui/icon.tsx'

/** One thing that premium changes: what it is without, and with. */
export type Benefit = { icon: IconName; name: string; free: string; premium: string; body: string }

/** By the limits that the server holds people to. */
export const BENEFITS: readonly Benefit[] = [
  {
    icon: 'heart',
    name: 'お気に入り',
    free: `${FREE_FAVORITE_LIMIT}件まで`,
    premium: '件数の制限なし',
    body: '気になった動画を、いくつでも残せます。',
  },
  {
    icon: 'sparkle',
    name: 'マッチングの候補',
    free: `1日${FREE_MATCH_CANDIDATES}人`,
    premium: `1日${PREMIUM_MATCH_CANDIDATES}人`,
    body: '好みの近い人と出会う機会が増えます。',
  },
  {
    icon: 'gear',
    name: '探す条件',
    free: '性別',
    premium: '性別・年齢・地域・活動レベル',
    body: '会いたい人に合わせて、候補を絞り込めます。',
  },
  {
    icon: 'personPlus',
    name: '接続リクエスト',
    free: '電話番号を認証した女性のみ',
    premium: '誰にでも送れる',
    body: 'いいねを待たずに、つながりを申し込めます。',
  },
  {
    icon: 'bell',
    name: '通知',
    free: '重要なもの・メッセージなど',
    premium: 'すべての種類をリアルタイムで',
    body: '評価への反応も新着も、届いたその場でわかります。',
  },
  {
    icon: 'history',
    name: '通知メニューの件数',
    free: `${DROPDOWN_ITEMS_FREE}件`,
    premium: `${DROPDOWN_ITEMS_PREMIUM}件`,
    body: 'ベルを開くだけで、最近の通知を見渡せます。',
  },
  {
    icon: 'search',
    name: '高度な検索',
    free: '利用できません',
    premium: '評価軸・期間・長さなどで検索',
    body: '条件を重ねて、観たい動画にたどり着けます。',
  },
  {
    icon: 'video',
    name: '広告',
    free: 'すべての枠に表示',
    premium: '最初の1枠だけ',
    body: '動画選びに集中できます。',
  },
]
