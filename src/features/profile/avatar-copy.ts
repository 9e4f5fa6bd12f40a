import type { ProfileFailure } from '#domain/profile.ts'
import type { PictureProblem } from './avatar-picture.ts'

export const AVATAR_COPY = {
  title: 'プロフィール写真',
  change: 'プロフィール写真を変更',
  choose: '写真を選ぶ',
  chooseOther: '別の写真を選ぶ',
  remove: '写真を削除',
  save: 'この写真にする',
  cancel: 'やめる',
  area: '切り抜く範囲。矢印キーで動かし、プラスとマイナスのキーで拡大・縮小します。',
  areaHint: 'ドラッグするか矢印キーで位置を動かせます。',
  zoom: '拡大',
  lead: '写真は丸く切り抜いて、ほかの会員に表示されます。撮影場所などの情報は取り除かれます。',
  saved: 'プロフィール写真を変更しました。',
  removed: 'プロフィール写真を削除しました。',
  offline: '写真の変更には接続が必要です。接続が戻ってから「この写真にする」を押してください。',
  offlineRemoving: '写真の変更には接続が必要です。',
  unmade: 'この写真は変換できませんでした。別の写真を選んでください。',
} as const

const PROBLEMS = {
  not_picture: 'このファイルは写真として読み込めません。JPEG、PNG、WebPの写真を選んでください。',
  heic: 'HEIC形式の写真はこのブラウザで開けません。JPEGまたはPNGに変換してから選んでください。',
  too_large: '写真が大きすぎます。30MB以下の写真を選んでください。',
} as const satisfies Record<PictureProblem, string>
export const pictureProblem = (code: PictureProblem): string => PROBLEMS[code]

const FAILURES: Partial<Record<ProfileFailure, string>> = {
  offline: AVATAR_COPY.offline,
  signed_out: 'ログインの有効期限が切れました。もう一度ログインしてください。',
}
export const avatarFailure = (code: ProfileFailure): string =>
  FAILURES[code] ?? '写真を保存できませんでした。もう一度お試しください。'
