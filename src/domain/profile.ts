import { GENRES } from './genres.ts'
import { HIDDEN_OR_TURNING, hasSomethingToSee } from './text.ts'

export const GENDERS = ['female', 'male', 'other'] as const
export type Gender = (typeof GENDERS)[number]
export const GENDER_NAMES = {
  female: '女性',
  male: '男性',
  other: 'その他',
} as const satisfies Record<Gender, string>

export const INTERESTS_MAX = 10
export const AREA_MAX_LENGTH = 60
export const CHANNEL_URL_MAX_LENGTH = 2_000
export const EARLIEST_BIRTH_DATE = '1900-01-01'
/** Bytes, of a picture as it goes up. */
export const AVATAR_MAX_BYTES = 1_000_000
export const AVATAR_SIDE_PX = 512

/** What a person may tell about themselves; '' and [] for what they do not. `birth_date` is YYYY-MM-DD, `interests` are ids of genres. */
export type ProfileFields = {
  username: string
  display_name: string
  bio: string
  channel_url: string
  interests: string[]
  birth_date: string
  gender: Gender | ''
  area: string
}

/** Why a profile could not be saved. Closed; the sentence is chosen at the edge. */
export type ProfileFailure =
  | 'offline'
  | 'signed_out'
  | 'invalid'
  | 'gender_settled'
  | 'birth_date_settled'
  | 'server'
export type ProfileResult = { ok: true } | { ok: false; code: ProfileFailure }

/** Something to see, whole characters, no control characters, none that turn the direction of what follows; the server asks the same (`private.is_plain_name`). */
export const isPlainName = (text: string): boolean =>
  text.isWellFormed() && !HIDDEN_OR_TURNING.test(text) && hasSomethingToSee(text)

/**
 * A label of a host as it is read: ASCII, or Japanese without Latin letters. Other scripts hold letters
 * that look like these, and ノ between Latin letters looks like a slash.
 */
const LABEL = '(?:[A-Za-z0-9_-]+|[ぁ-ゖァ-ヺー々一-鿿][ぁ-ゖァ-ヺー々一-鿿0-9-]*)'
const WEB_ADDRESS = new RegExp(`^https?://${LABEL}(?:\\.${LABEL})*(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'i')

/**
 * Also guards what others typed: only such an address becomes a link. It leads where it seems to: no name
 * stands before the host, no letter of another script in it, and nothing hidden or turning the direction
 * anywhere.
 */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text) && !HIDDEN_OR_TURNING.test(text)

/** Genres in the order of the catalogue, without what this build does not know. */
export const orderedInterests = (interests: readonly string[]): string[] =>
  GENRES.map(({ id }) => id).filter((id) => interests.includes(id))

/** What is wrong with a birth date, null when nothing is. `today` is Japan's, whose date counts for ages. */
export function birthDateProblem(date: string, today: string): 'malformed' | 'future' | 'too_early' | null {
  const time = Date.parse(`${date}T00:00:00Z`)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(time)
  if (!isDate || new Date(time).toISOString().slice(0, 10) !== date) return 'malformed'
  if (date > today) return 'future'
  return date < EARLIEST_BIRTH_DATE ? 'too_early' : null
}

export const PREFECTURES = [
  '北海道',
  '青森県',
  '岩手県',
  '宮城県',
  '秋田県',
  '山形県',
  '福島県',
  '茨城県',
  '栃木県',
  '群馬県',
  '埼玉県',
  '千葉県',
  '東京都',
  '神奈川県',
  '新潟県',
  '富山県',
  '石川県',
  '福井県',
  '山梨県',
  '長野県',
  '岐阜県',
  '静岡県',
  '愛知県',
  '三重県',
  '滋賀県',
  '京都府',
  '大阪府',
  '兵庫県',
  '奈良県',
  '和歌山県',
  '鳥取県',
  '島根県',
  '岡山県',
  '広島県',
  '山口県',
  '徳島県',
  '香川県',
  '愛媛県',
  '高知県',
  '福岡県',
  '佐賀県',
  '長崎県',
  '熊本県',
  '大分県',
  '宮崎県',
  '鹿児島県',
  '沖縄県',
] as const
