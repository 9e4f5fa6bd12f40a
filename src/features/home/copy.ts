import type { FailureCode } from '#domain/errors.ts'

export const COPY = {
  title: 'ホーム',
  heroTitle: '観た動画を、六つの軸で語ろう。',
  heroBody:
    'わかりやすさ、面白さ、独自性、品質、信頼性、役立ち度。星ひとつでは伝わらないことを、YouTubeの動画ごとに残せます。電波のない場所でも書けて、つながったときに届きます。',
  signup: '無料ではじめる',
  login: 'ログイン',
  top: 'レビューの多い動画',
  recent: '新着の動画',
  genres: 'ジャンルから探す',
  empty: 'まだ動画がありません',
  emptyBody: '動画が登録されると、ここに並びます。',
  retry: 'もう一度試す',
} as const

/** What to say when the lists cannot be shown. */
export const failureCopy = (code: FailureCode): { title: string; body: string } =>
  code === 'offline'
    ? { title: 'オフラインです', body: '動画の一覧は、接続すると表示できます。' }
    : { title: '動画を読み込めませんでした', body: '時間をおいて、もう一度お試しください。' }
