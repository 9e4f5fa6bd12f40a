import type { RxCollection } from 'rxdb/plugins/core'
import { auditTime, merge, type Observable, startWith, switchMap } from 'rxjs'
import { videoIdOf } from '#domain/video-id.ts'
import { partnerIdOf } from '../collections/conversations.ts'
import type { CollectionName } from '../collections/registry.ts'
import type { Store } from '../store.ts'
import { editKey } from './parked.ts'

/**
 * What an edit is about, as far as this device knows: a name is null while it does not hold it. `videoId` is what the video's page is found by: its UUID or
 * its YouTube id.
 */
export type Subject =
  | { kind: 'video'; videoId: string; title: string | null }
  | { kind: 'conversation'; conversationId: string; partner: string | null }
  | { kind: 'notification'; title: string | null }
  | { kind: 'setting'; name: string }
  | { kind: 'person'; name: string | null }
  | { kind: 'other' }

/** Enough of a document to tell what it is about. */
export type About = { collection: CollectionName; id: string; document: Record<string, unknown> }

const LOOK_AGAIN_MS = 500

/** Tells now, and whenever names may have arrived that were missing. */
export function arrivals(store: Store): Observable<unknown> {
  const { videos, profiles, conversations, notifications } = store.collections
  return merge(videos.$, profiles.$, conversations.$, notifications.$).pipe(
    auditTime(LOOK_AGAIN_MS),
    startWith(null),
  )
}

/** Looks up what edits are about, by `collection/id`. What was found once is not looked up again. */
export function createSubjects(store: Store): (about: About[]) => Promise<ReadonlyMap<string, Subject>> {
  const known = new Map<string, Subject>()
  return async (about) => {
    const open = about.filter(({ collection, id }) => isOpen(known.get(editKey(collection, id))))
    const found = await lookUp(store, open)
    for (const [key, subject] of found) known.set(key, subject)
    return known
  }
}

/** What these are about, by `collection/id`; told again whenever names may have arrived that were missing. */
export function watchSubjects(store: Store, about: About[]): Observable<ReadonlyMap<string, Subject>> {
  const subjectsOf = createSubjects(store)
  return arrivals(store).pipe(switchMap(async () => new Map(await subjectsOf(about))))
}

const isOpen = (subject: Subject | undefined): boolean =>
  subject === undefined ||
  (subject.kind === 'conversation' && subject.partner === null) ||
  (subject.kind === 'person' && subject.name === null) ||
  ((subject.kind === 'video' || subject.kind === 'notification') && subject.title === null)

async function lookUp(store: Store, about: About[]): Promise<Map<string, Subject>> {
  const { videos, notifications, profiles } = store.collections
  const of = (...names: CollectionName[]): About[] =>
    about.filter(({ collection }) => names.includes(collection))
  const [videoTitles, titles, partners, people] = await Promise.all([
    fieldById(videos, of('favorites', 'history', 'ratings').map(idOfVideo), 'title'),
    fieldById(
      notifications,
      of('notification_reads').map(({ id }) => id),
      'title',
    ),
    partnersOf(store, of('messages', 'conversations').map(conversationIdOf)),
    fieldById(profiles, of('relations').map(personIdOf), 'username'),
  ])
  return new Map(
    about.map((one) => {
      const { collection, id, document } = one
      return [editKey(collection, id), subjectOf()]

      function subjectOf(): Subject {
        switch (collection) {
          case 'favorites':
          case 'history':
          case 'ratings':
            return {
              kind: 'video',
              videoId: textOf(document['video_id']),
              title: videoTitles.get(idOfVideo(one)) ?? null,
            }
          case 'messages':
          case 'conversations': {
            const conversationId = conversationIdOf(one)
            return { kind: 'conversation', conversationId, partner: partners.get(conversationId) ?? null }
          }
          case 'notification_reads':
            return { kind: 'notification', title: titles.get(id) ?? null }
          case 'settings':
            return { kind: 'setting', name: textOf(document['name']) }
          case 'relations':
            return {
              kind: 'person',
              name: textOf(document['other_username']) || (people.get(personIdOf(one)) ?? null),
            }
          case 'videos':
          case 'profiles':
          case 'notifications':
          case 'connections':
            return { kind: 'other' }
        }
      }
    }),
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Ratings name a video by its YouTube id. */
const idOfVideo = ({ collection, document }: About): string =>
  collection === 'ratings' ? videoIdOf(textOf(document['video_id'])) : textOf(document['video_id'])
const personIdOf = ({ document }: About): string => textOf(document['other_id'])
const conversationIdOf = ({ collection, id, document }: About): string =>
  collection === 'conversations' ? id : textOf(document['conversation_id'])

/** One field of the documents of these ids, by id. */
async function fieldById<Doc extends { id: string }>(
  collection: RxCollection<Doc>,
  ids: string[],
  field: keyof Doc & string,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await collection.findByIds([...new Set(ids)]).exec()
  return new Map([...found].map(([id, doc]) => [id, String(doc.get(field))]))
}

async function partnersOf(store: Store, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { conversations, profiles } = store.collections
  const found = await conversations.findByIds([...new Set(ids)]).exec()
  const partnerIds = new Map(
    [...found].map(([id, doc]) => [id, partnerIdOf(doc.toMutableJSON(), store.userId)]),
  )
  const people = await profiles.findByIds([...new Set(partnerIds.values())]).exec()
  return new Map(
    [...partnerIds].flatMap(([id, partnerId]) => {
      const person = people.get(partnerId)
      return person === undefined ? [] : [[id, person.display_name ?? person.username] as const]
    }),
  )
}
