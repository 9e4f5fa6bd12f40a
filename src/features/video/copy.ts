import type { FailureCode } from '#domain/errors.ts'
import { grouped } from '#ui/japanese-number.ts'

export const COPY = {
  video: '動画',
  play: (title: string) => `「${title}」を再生`,
  playHint: 'タップするとYouTubeから再生します',
  playerOffline: '動画の再生には接続が必要です',
  playerOfflineHint: '接続すると、ここから再生できます',
  onYoutube: 'YouTubeで開く',
  unrated: '未評価',
  ratings: (count: number) => `${grouped(count)}件の評価`,
  reviews: (count: number) => `レビュー${grouped(count)}件`,
  score: (average: string, count: number) => `平均${average}点、${grouped(count)}件の評価`,
  views: (text: string) => `${text}回視聴`,
  rank: (rank: number) => `${rank}位`,
  mostReviewed: 'いちばんレビューされている動画',
  ad: '広告',
  adBy: (advertiser: string) => `${advertiser} 提供`,
  adUntil: (date: string) => `${date}まで掲載`,
  /** One advertiser may have several on a page. */
  adRegion: (advertiser: string, title: string) => `広告: ${advertiser}「${title}」`,
  scores: 'みんなの評価',
  average: '平均',
  noScores: 'まだ評価がありません',
  noScoresHint: '最初の評価をつけて、六つの軸の形を描きましょう。',
  histogram: '総合評価の分布',
  bucket: (star: number) => (star === 5 ? '5' : `${star}〜`),
  bucketSpoken: (star: number, count: number) =>
    `${star === 5 ? '5点' : `${star}点以上${star + 1}点未満`}: ${grouped(count)}件`,
  radar: '六つの軸の平均',
  fromDevice: '端末に保存された平均です。',
  fullText: '説明をすべて表示',
  lessText: '説明を折りたたむ',
  description: '説明',
  related: (genre: string) => `${genre}のほかの動画`,
  untitled: '(タイトル不明)',
  retry: 'もう一度試す',
  home: 'ホームへ',
  search: '動画を探す',
} as const

export const FAILURES = {
  offline: { title: 'オフラインです', body: 'この動画はまだ端末にありません。接続すると表示できます。' },
  not_found: {
    title: '動画が見つかりません',
    body: '削除されたか、アドレスが間違っている可能性があります。',
  },
  other: { title: '動画を読み込めませんでした', body: '時間をおいて、もう一度お試しください。' },
} as const

/** What to say when a video cannot be shown. */
export const failureCopy = (code: FailureCode): { title: string; body: string } =>
  code === 'offline' || code === 'not_found' ? FAILURES[code] : FAILURES.other
