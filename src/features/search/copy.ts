import type { VideoOrder } from '#domain/advanced-search.ts'
import type { FailureCode } from '#domain/errors.ts'
import { grouped } from '#ui/japanese-number.ts'

export const COPY = {
  search: '動画検索',
  ask: '動画を探す',
  askBody: 'タイトルやチャンネル名の一部で検索できます。ジャンルから選ぶこともできます。',
  results: (query: string) => `「${query}」の検索結果`,
  count: (total: number) => `${grouped(total)}件`,
  range: (total: number, from: number, to: number) =>
    `${grouped(total)}件中 ${grouped(from)}〜${grouped(to)}件`,
  countMore: (total: number) => `${grouped(total)}件以上`,
  rangeMore: (total: number, from: number, to: number) =>
    `${grouped(total)}件以上のうち ${grouped(from)}〜${grouped(to)}件`,
  list: '動画の一覧',
  fromDevice: 'この端末にある動画から検索しました',
  nothing: (query: string) => `「${query}」に一致する動画はありません`,
  nothingBody: '言葉を短くするか、別の書き方でお試しください。ジャンルからも探せます。',
  nothingOffline: 'オフラインのため、この端末にある動画だけを検索しました。',
  genres: 'ジャンル',
  toGenre: (name: string) => `ジャンル「${name}」を見る`,
  otherGenres: 'ほかのジャンル',
  genreEmpty: 'このジャンルにはまだ動画がありません',
  genreEmptyBody: 'ほかのジャンルも見てみませんか。',
  pages: 'ページ',
  previous: '前へ',
  next: '次へ',
  page: (page: number) => `${grouped(page)}ページ目`,
  pageEmpty: 'このページには動画がありません',
  pageEmptyBody: '最初のページからご覧ください。',
  firstPage: '最初のページへ',
  retry: 'もう一度試す',
  home: 'ホームの動画を見る',
} as const

export const ADVANCED = {
  title: '高度な検索',
  lead: '条件を組み合わせて、見たい動画を絞り込めます。',
  conditions: '検索の条件',
  close: '条件を閉じる',
  change: (count: number) => (count === 0 ? '条件を決める' : `条件を変える（${grouped(count)}件）`),
  text: '言葉',
  textHint: 'タイトルかチャンネル名に含まれる言葉',
  channel: 'チャンネル名',
  channelHint: '名前の一部でも探せます',
  genres: 'ジャンル',
  genresHint: '選ばないときは、すべてのジャンルから探します。',
  ratings: '評価の下限',
  ratingsHint: '選んだ項目に評価がない動画は出ません。',
  any: 'こだわらない',
  orMore: (score: number) => `${score.toFixed(1)}以上`,
  length: '長さ',
  minutesFrom: '長さ（分から）',
  minutesTo: '長さ（分まで）',
  lengthHint: '長さがわからない動画は出ません。',
  minutesRange: (most: number) => `0から${grouped(most)}までの整数で入力してください。`,
  minutesOrder: '「から」以上の数字を入力してください。',
  published: '公開日',
  publishedFrom: '公開日（から）',
  publishedTo: '公開日（まで）',
  daysOrder: '「から」の日付以降の日付を選んでください。',
  search: 'この条件で検索',
  clear: '条件をすべて消す',
  results: '検索結果',
  order: '並び順',
  fromDevice: 'この端末にある動画から検索しました',
  asOf: 'に更新した内容です',
  nothing: '条件に合う動画はありません',
  nothingBody: '条件を減らすか、範囲を広げてお試しください。',
  nothingOffline:
    'オフラインのため、この端末にある動画だけを検索しました。条件を減らすか、接続してからお試しください。',
  open: '詳しい条件で探す',
} as const

export const ORDER_NAMES = {
  newest: '新しい順',
  most_reviewed: 'レビューが多い順',
  best_rated: '評価が高い順',
  longest: '長い順',
  shortest: '短い順',
} as const satisfies Record<VideoOrder, string>

/** What to say when the answer cannot be shown. */
export const failureCopy = (code: FailureCode): { title: string; body: string } =>
  code === 'offline'
    ? {
        title: 'オフラインです',
        body: '接続すると検索できます。ログインしておくと、次からは端末にある動画をオフラインでも探せます。',
      }
    : { title: '検索できませんでした', body: '時間をおいて、もう一度お試しください。' }
