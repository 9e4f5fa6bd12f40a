import type { FailureCode } from '#domain/errors.ts'

export const COPY = {
  title: '共有された動画',
  lead: 'ほかのアプリの「共有」でミルトモを選ぶと、YouTubeの動画をここから開けます。',
  opening: '動画を開いています…',
  noLink: '共有された内容に、YouTubeの動画へのリンクがありませんでした。',
  noLinkBody: '動画のページから、もう一度共有してください。題名で探すこともできます。',
  search: '動画を探す',
  kept: 'この端末に残したリンク',
  empty: '残したリンクはありません',
  emptyBody: 'オフラインのときなど、すぐに開けない動画のリンクはここに残ります。',
  open: '開く',
  openLabel: (title: string) => `「${title}」を開く`,
  remove: '削除',
  removeLabel: (title: string) => `「${title}」を削除`,
  youtube: 'YouTubeで見る',
  newTab: '（新しいタブで開きます）',
  untitled: 'YouTubeの動画',
  looking: '確かめています…',
  ready: 'ミルトモで開けます。',
  canOpen: '共有された動画を開けるようになりました',
  show: '見る',
  keptNow: (reason: string) =>
    `${reason}リンクをこの端末に残しました。開けるようになったら、ここから開けます。`,
  notKept: (reason: string) => `${reason}この端末には残せないため、あとでもう一度共有してください。`,
} as const

/** Why a shared video cannot be opened now. */
export function whyNot(code: FailureCode): string {
  if (code === 'offline' || code === 'timeout') return '接続がないため、まだ開けません。'
  if (code === 'not_found') return 'この動画は、まだミルトモにありません。'
  return 'いまは動画の情報を読み込めません。'
}
