import {
  NOTIFICATION_FLAG_NAMES,
  NOTIFICATION_NUMBER_NAMES,
  PREFERENCE_PREFIX,
} from '#domain/notification-preferences.ts'
import type { CollectionName } from '#sync/collections/registry.ts'
import type { Subject } from '#sync/outbox/subject.ts'
import { NOUNS } from './copy.ts'

const UNKNOWN_VIDEO = 'この動画'
const UNKNOWN_PARTNER = '相手の方'
const UNKNOWN_NOTIFICATION = 'この通知'

/** Names of settings as people know them. */
const SETTINGS = new Map([
  ['theme', '表示の明るさ'],
  ...Object.entries({ ...NOTIFICATION_FLAG_NAMES, ...NOTIFICATION_NUMBER_NAMES }).map(
    ([name, label]): [string, string] => [`${PREFERENCE_PREFIX}${name}`, `通知: ${label}`],
  ),
])

const quoted = (title: string | null, unknown: string): string => (title ? `「${title}」` : unknown)

/** What an edit is about, in words. */
export function titleOf(collection: CollectionName, subject: Subject): string {
  switch (subject.kind) {
    case 'video': {
      const video = quoted(subject.title, UNKNOWN_VIDEO)
      if (collection === 'ratings') return `${video}の評価`
      return collection === 'history' ? `${video}の視聴` : `${video}のお気に入り`
    }
    case 'conversation': {
      const partner = subject.partner ? `${subject.partner}さん` : UNKNOWN_PARTNER
      return collection === 'messages' ? `${partner}へのメッセージ` : `${partner}との会話の既読`
    }
    case 'notification':
      return `${quoted(subject.title, UNKNOWN_NOTIFICATION)}の既読・削除`
    case 'setting':
      return `設定「${SETTINGS.get(subject.name) ?? subject.name}」`
    case 'person':
      return `${subject.name ? `${subject.name} さん` : UNKNOWN_PARTNER}への操作`
    case 'other':
      return NOUNS[collection]
  }
}
