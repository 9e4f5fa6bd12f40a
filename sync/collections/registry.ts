import { connections } from './connections.ts'
import { conversations } from './conversations.ts'
import { favorites } from './favorites.ts'
import { history } from './history.ts'
import { messages } from './messages.ts'
import { notificationReads } from './notification-reads.ts'
import { notifications } from './notifications.ts'
import { profiles } from './profiles.ts'
import { ratings } from './ratings.ts'
import { relations } from './relations.ts'
import { settings } from './settings.ts'
import { videos } from './videos.ts'

/** Every local collection. Never more than 12: RxDB's free edition slows down at 14 open ones and throws at 15. */
export const COLLECTIONS = {
  videos,
  profiles,
  favorites,
  ratings,
  notifications,
  notification_reads: notificationReads,
  conversations,
  messages,
  connections,
  history,
  settings,
  relations,
} as const

export type CollectionName = keyof typeof COLLECTIONS
export type DocumentOf<Name extends CollectionName> = NonNullable<
  ReturnType<(typeof COLLECTIONS)[Name]['parse']>
>

export const COLLECTION_NAMES = [
  'videos',
  'profiles',
  'favorites',
  'ratings',
  'notifications',
  'notification_reads',
  'conversations',
  'messages',
  'connections',
  'history',
  'settings',
  'relations',
] as const satisfies readonly CollectionName[]

/** What devices pull: all but what only goes up. */
export type PulledName = Exclude<CollectionName, 'notification_reads'>
export const PULLED_NAMES = COLLECTION_NAMES.filter(
  (name): name is PulledName => COLLECTIONS[name].direction !== 'push',
)
