import type { CollectionName } from '../collections/registry.ts'
import type { Disk } from './doors/disk.ts'
import { type DiskDocument, documentsOn } from './disk-documents.ts'
import type { WriteCall } from './steps.ts'
import type { LocalEdit } from './witness.ts'

/** What a document must say once a write was acknowledged; undefined when that cannot be told from one document. */
type Wanted = { collection: CollectionName; says: (document: Record<string, unknown>) => boolean }

function wantedBy(call: WriteCall, userId: string): Wanted | undefined {
  const at = (key: string) => `${userId}|${key}`
  switch (call.name) {
    case 'favoriteVideo':
    case 'unfavoriteVideo': {
      const is_favorite = call.name === 'favoriteVideo'
      return {
        collection: 'favorites',
        says: (doc) => doc['id'] === at(call.id) && doc['is_favorite'] === is_favorite,
      }
    }
    case 'rateVideo': {
      const { axes, ...rest } = call.edit
      const said = Object.entries({ ...axes, ...rest })
      return {
        collection: 'ratings',
        says: (doc) => doc['id'] === at(call.id) && said.every(([field, value]) => doc[field] === value),
      }
    }
    case 'deleteRating':
      return { collection: 'ratings', says: (doc) => doc['id'] === at(call.id) && doc['is_deleted'] === true }
    case 'recordView':
      return {
        collection: 'history',
        says: (doc) => doc['id'] === at(call.id) && doc['is_deleted'] === false,
      }
    case 'changeSetting':
      return {
        collection: 'settings',
        says: (doc) => doc['id'] === at(call.setting) && doc['value'] === call.value,
      }
    case 'blockPerson':
    case 'unblockPerson': {
      const is_blocked = call.name === 'blockPerson'
      return {
        collection: 'relations',
        says: (doc) => doc['id'] === at(call.id) && doc['is_blocked'] === is_blocked,
      }
    }
    case 'sendMessage':
      return { collection: 'messages', says: (doc) => doc['body'] === call.body }
    case 'deleteView':
    case 'markConversationRead':
    case 'markNotificationRead':
    case 'markAllNotificationsRead':
    case 'deleteNotification':
      return undefined
    default:
      return call satisfies never
  }
}

/** Where a tab writes: the store of an account in the local generation of the tab's build. */
export type WrittenStore = { disk: Disk; userId: string; generation: number }

/**
 * A write whose promise resolved is on the disk: the document says so now, or an edit that says so was stored since the write began, or there was nothing to
 * change. `isTaking`: it takes away what need not have been there.
 */
export function isOnDisk(
  call: WriteCall,
  { disk, userId, generation }: WrittenStore,
  editsSince: readonly LocalEdit[],
): boolean {
  const wanted = wantedBy(call, userId)
  if (wanted === undefined) return true
  const now: DiskDocument[] = documentsOn(disk, userId, wanted.collection, generation)
  if (now.some(wanted.says)) return true
  if (editsSince.some((edit) => edit.collection === wanted.collection && wanted.says(edit.document)))
    return true
  const isTaking =
    call.name === 'unfavoriteVideo' || call.name === 'deleteRating' || call.name === 'unblockPerson'
  return isTaking && !now.some((doc) => doc.id === `${userId}|${call.id}` && !doc._deleted)
}
