import { NOT_STORED } from '#ui/not-stored.ts'

export const COPY = {
  title: '視聴履歴',
  noneYet: '観た動画がここに並びます。',
  absent: 'まだ端末に届いていません。',
  continue: '最近見た動画',
  all: 'すべての履歴',
  today: '今日',
  yesterday: '昨日',
  viewedAt: 'に視聴',
  remove: (title: string) => `「${title}」を履歴から消す`,
  removed: '履歴から消しました',
  missingTitle: 'この動画',
  empty: '視聴履歴はまだありません',
  emptyBody: '動画のページを開くと、ここに残ります。電波のない場所でも見返せます。',
  emptyAction: '動画を探す',
  failed: NOT_STORED,
} as const
