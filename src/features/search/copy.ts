import type { FailureCode } from '#domain/errors.ts'

const number = (value: number): string => value.toLocaleString('ja-JP')

export const COPY = {
  search: '動画検索',
  ask: '動画をさがす',
  askBody: 'タイトルやチャンネル名の一部で検索できます。ジャンルから選ぶこともできます。',
  results: (query: string) => `「${query}」の検索結果`,
  count: (total: number) => `${number(total)}件`,
  range: (total: number, from: number, to: number) => `${number(total)}件中 ${number(from)}〜${number(to)}件`,
  list: '動画の一覧',
  fromDevice: 'この端末にある動画から検索しました',
  nothing: (query: string) => `「${query}」に一致する動画はありません`,
  nothingBody: '言葉を短くするか、別の書き方でお試しください。ジャンルからもさがせます。',
  nothingOffline: 'オフラインのため、この端末にある動画だけを検索しました。',
  genres: 'ジャンル',
  otherGenres: 'ほかのジャンル',
  genreEmpty: 'このジャンルにはまだ動画がありません',
  genreEmptyBody: 'ほかのジャンルも見てみませんか。',
  pages: 'ページ',
  previous: '前へ',
  next: '次へ',
  page: (page: number) => `${number(page)}ページ目`,
  pageEmpty: 'このページには動画がありません',
  pageEmptyBody: '最初のページからご覧ください。',
  firstPage: '最初のページへ',
  retry: 'もう一度試す',
} as const

/** What to say when the answer cannot be shown. */
export const failureCopy = (code: FailureCode): { title: string; body: string } =>
  code === 'offline'
    ? {
        title: 'オフラインです',
        body: '接続すると検索できます。ログインしておくと、次からは端末にある動画をオフラインでもさがせます。',
      }
    : { title: '検索できませんでした', body: '時間をおいて、もう一度お試しください。' }
