import { firstValueFrom } from 'rxjs'
import { EXPORT_FORMAT, EXPORT_VERSION, type AccountExport } from '#domain/export.ts'
import type { Axis } from '#domain/rating.ts'
import type { OwnVerification } from '#domain/verification.ts'
import { videoIdOf } from '#domain/video-id.ts'
import { plain } from '#sync/collections/live.ts'
import { notificationList } from '#sync/collections/notification-list.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'
import type { Store } from '#sync/store.ts'

type Facts = {
  email: string
  /** ms. */
  at: number
  /** When the device was last in step with the server, in ms. */
  syncedAt: number | null
  /** What only the server holds; null where it was not reached. */
  verification: OwnVerification | null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Everything that the device holds of the account; needs no connection. Each noun in an order that does not depend on when it was stored. */
export async function exportAccount(
  store: Store,
  { email, at, syncedAt, verification }: Facts,
): Promise<AccountExport> {
  const { collections, userId } = store
  const [ratings, favorites, views, settings, conversations, messages, connections, relations] =
    await Promise.all([
      collections.ratings.find({ selector: { is_deleted: false } }).exec(),
      collections.favorites.find({ selector: { is_favorite: true } }).exec(),
      collections.history.find({ selector: { is_deleted: false } }).exec(),
      collections.settings.find().exec(),
      collections.conversations.find().exec(),
      collections.messages.find({ selector: { is_deleted: false } }).exec(),
      collections.connections.find().exec(),
      collections.relations.find().exec(),
    ])
  const [notifications, names, videos] = await Promise.all([
    firstValueFrom(notificationList(store)),
    namesOf(store),
    videosOf(store, [
      ...[...favorites, ...views].map(({ video_id }) => video_id),
      ...ratings.map(({ video_id }) => videoIdOf(video_id)),
    ]),
  ])
  const called = (video: VideoDocument | undefined) => ({
    title: video?.title ?? null,
    channel_title: video?.channel_title ?? null,
  })
  const listed = (videoId: string) => ({
    video_id: videoId,
    youtube_id: videos.get(videoId)?.youtube_id ?? null,
    ...called(videos.get(videoId)),
  })
  const own = await collections.profiles.findOne(userId).exec()
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exported_at: iso(at),
    synced_at: syncedAt === null ? null : iso(syncedAt),
    lacks: verification === null ? ['verification', 'point_transactions'] : [],
    account: { user_id: userId, email },
    profile: own ? [withoutEngine(plain(own))] : [],
    ratings: inOrder(ratings, 'video_id').map((rating) => ({
      youtube_id: rating.video_id,
      ...called(videos.get(videoIdOf(rating.video_id))),
      overall: rating.overall,
      ...axesOf(rating),
      comment: rating.comment,
      rated_at: iso(Math.max(0, ...Object.values(rating.edited_at))),
    })),
    favorites: inOrder(favorites, 'video_id').map(({ video_id, added_at, edited_at }) => ({
      ...listed(video_id),
      added_at: iso(added_at ?? edited_at),
    })),
    history: inOrder(views, 'video_id').map(({ video_id, viewed_at }) => ({
      ...listed(video_id),
      viewed_at,
    })),
    settings: inOrder(settings, 'name').map(({ name, value }) => ({ name, value })),
    blocks: inOrder(relations, 'id')
      .filter(({ is_blocked }) => is_blocked)
      .map(({ other_id, other_username, blocked_edited_at }) => ({
        person_id: other_id,
        username: other_username || (names.get(other_id) ?? null),
        blocked_at: iso(blocked_edited_at),
      })),
    conversations: inOrder(conversations, 'id').map((row) => ({
      ...withoutEngine(row),
      other_username: names.get(row.user1_id === userId ? row.user2_id : row.user1_id) ?? null,
    })),
    messages: messages
      .map(plain)
      .toSorted((a, b) => a.sent_at - b.sent_at || (a.id < b.id ? -1 : 1))
      .map((row) => ({
        ...withoutEngine(row),
        sent_at: iso(row.sent_at),
        sender_username: names.get(row.sender_id) ?? null,
      })),
    connections: inOrder(connections, 'id').map((row) => ({
      ...withoutEngine(row),
      other_username: names.get(row.user_id === userId ? row.connected_user_id : row.user_id) ?? null,
    })),
    relations: inOrder(relations, 'id').map((row) => ({
      ...withoutEngine(row),
      other_username: row.other_username || (names.get(row.other_id) ?? null),
    })),
    notifications: notifications.map(withoutEngine),
    verification: verification === null ? [] : [verificationOf(verification)],
    point_transactions: verification === null ? [] : [...verification.transactions],
  }
}

const verificationOf = ({ level, phone, expiry, points, request }: OwnVerification) => ({
  verification_level: level,
  phone_number: phone,
  verification_expiry: expiry,
  points: points.balance,
  lifetime_points: points.lifetime_earned,
  request_status: request?.status ?? null,
  requested_at: request?.created_at ?? null,
})

type Stored<Doc> = Parameters<typeof plain<Doc>>[0]

function inOrder<Doc, Key extends keyof Doc>(found: Stored<Doc>[], key: Key): Doc[] {
  return found.map(plain).toSorted((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
}

/** What only the engine needs is left out. */
function withoutEngine(row: object): Record<string, unknown> {
  const isEngines = (name: string): boolean =>
    /_key$|_version$/.test(name) || ['sync_epoch', 'retries', 'sync'].includes(name)
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isEngines(name)))
}

function axesOf(rating: Partial<Record<Axis, number>>) {
  const { clarity = null, entertainment = null, originality = null } = rating
  const { quality = null, reliability = null, usefulness = null } = rating
  return { clarity, entertainment, originality, quality, reliability, usefulness }
}

async function namesOf(store: Store): Promise<Map<string, string>> {
  const people = await store.collections.profiles.find().exec()
  return new Map(people.map(({ id, username }) => [id, username]))
}

/** The videos of these ids that the device holds, by id. */
async function videosOf(store: Store, ids: string[]): Promise<Map<string, VideoDocument>> {
  const found = await store.collections.videos.findByIds([...new Set(ids)]).exec()
  return new Map([...found].map(([id, video]) => [id, plain(video)]))
}
