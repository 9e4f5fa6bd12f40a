import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import type { SyncRefusal } from '#domain/errors.ts'
import type { CollectionDefinition, SyncedDocument } from '../collections/definition.ts'
import { canonical } from '../collections/join.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import { bodyOf, urlOf } from './requests.ts'

type Row = Record<string, unknown> & { id: string; row_version: number }
type Checkpoint = { epoch: string; row_version: number; id: string }

/** What happens to the next request of a link. */
export type Fault =
  | 'offline'
  /** The server did it, but the answer got lost. */
  | 'reply_lost'
  | 'html'
  /** The body begins and never ends. */
  | 'stalled'
  | 'unauthorized'
  | { status: number; retryAfter?: string }

/** One device's way to the server. */
export type Link = {
  fetch: typeof fetch
  online: boolean
  faults: Fault[]
  /** Every request that reached the server. */
  requests: { name: 'sync_pull' | 'sync_push'; body: Record<string, unknown> }[]
}

export type FakeServer = ReturnType<typeof createFakeServer>

/** Who may see a row. */
type Reader = (row: Row, userId: string) => boolean
const own: Reader = (row, userId) => row['user_id'] === userId
const participant: Reader = (row, userId) => row['user1_id'] === userId || row['user2_id'] === userId

const TABLES = {
  videos: () => true,
  profiles: () => true,
  favorites: own,
  ratings: own,
  notifications: own,
  notification_reads: own,
  conversations: participant,
  messages: (row, userId) => row['sender_id'] === userId || row['recipient_id'] === userId,
  connections: (row, userId) => row['user_id'] === userId || row['connected_user_id'] === userId,
  history: own,
  settings: own,
} as const satisfies Record<CollectionName, Reader>

/**
 * sync_pull and sync_push in memory, after the rules of the real ones: versions are those of the writing transaction, a pull stops below the oldest open
 * transaction, a push joins by the collection's own merge with times clamped to the server's now.
 */
export function createFakeServer(options: { now: () => number }) {
  const tables = new Map<CollectionName, Map<string, Row>>()
  const revocations: { userId: string; collection: CollectionName; row: Row }[] = []
  const userEpochs = new Map<string, number>()
  const openTransactions = new Set<number>()
  let realmEpoch = 1
  let transaction = 1000
  let seq = 0
  const refusals = new Map<string, SyncRefusal[]>()

  const table = (name: CollectionName): Map<string, Row> => {
    const known = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, known)
    return known
  }
  const epochOf = (userId: string, name: string): string =>
    `${realmEpoch}.${userEpochs.get(`${userId}/${name}`) ?? 1}`
  const definitionOf = (name: CollectionName) =>
    COLLECTIONS[name] as unknown as CollectionDefinition<SyncedDocument>

  function pull(userId: string, checkpoints: Record<string, Checkpoint | null>, limit: number) {
    const oldestOpen = Math.min(transaction + 1, ...openTransactions)
    const collections = Object.fromEntries(
      Object.entries(checkpoints).map(([key, checkpoint]) => {
        const name = key as CollectionName
        const epoch = epochOf(userId, name)
        const reset = checkpoint !== null && checkpoint.epoch !== epoch
        const from = checkpoint === null || reset ? { row_version: 0, id: '' } : checkpoint
        const visible = [...table(name).values()].filter(
          (row) => TABLES[name](row, userId) && !isRevoked(userId, name, row),
        )
        const revoked = revocations
          .filter((entry) => entry.userId === userId && entry.collection === name)
          .map(({ row }) => row)
        const rows = [...visible, ...revoked]
          .filter((row) => row.row_version < oldestOpen && isAfter(row, from))
          .toSorted((a, b) => a.row_version - b.row_version || (a.id < b.id ? -1 : 1))
          .slice(0, limit)
        const last = rows.at(-1)
        return [
          name,
          {
            epoch,
            reset,
            rows,
            checkpoint: last === undefined ? null : { epoch, row_version: last.row_version, id: last.id },
          },
        ]
      }),
    )
    return { server_time: options.now(), held_back: openTransactions.size > 0, collections }
  }

  function isRevoked(userId: string, collection: CollectionName, row: Row): boolean {
    return revocations.some(
      (entry) =>
        entry.userId === userId &&
        entry.collection === collection &&
        entry.row.id === row.id &&
        entry.row.row_version >= row.row_version,
    )
  }

  function push(userId: string, batches: Record<string, Record<string, unknown>[]>) {
    const version = ++transaction
    const answers = Object.fromEntries(
      Object.entries(batches).map(([key, rows]) => {
        if (rows.length > 500) throw new Error('more than 500 rows')
        const name = key as CollectionName
        return [name, rows.map((row) => pushRow(userId, name, row, version))]
      }),
    )
    return { server_time: options.now(), answers }
  }

  function pushRow(userId: string, name: CollectionName, row: Record<string, unknown>, version: number) {
    const id = String(row['id'])
    const code = refusalOf(userId, name, row)
    if (code !== undefined) return { id, result: 'refused', code }
    const stored = table(name).get(id)
    const pushed = asPushed(userId, name, row, stored)
    if (pushed === undefined) return { id, result: 'refused', code: 'invalid' }
    const joined = stored === undefined ? pushed : join(name, stored, pushed)
    const changed = stored === undefined || content(joined) !== content(stored)
    const after: Row = { ...joined, row_version: changed ? version : stored.row_version }
    if (changed) table(name).set(id, after)
    if (changed && name === 'notification_reads') copyRead(after, version)
    return { id, result: content(after) === content(pushed) ? 'applied' : 'conflict', row: after }
  }

  function refusalOf(
    userId: string,
    name: CollectionName,
    row: Record<string, unknown>,
  ): SyncRefusal | undefined {
    const planned = refusals.get(`${name}/${String(row['id'])}`)
    if (planned !== undefined && planned.length > 0) return planned.shift()
    if (row['user_id'] !== undefined && row['user_id'] !== userId) return 'forbidden'
    if (name === 'favorites' && row['is_favorite'] === true) {
      const others = [...table('favorites').values()].filter(
        (other) => own(other, userId) && other['is_favorite'] === true && other.id !== row['id'],
      )
      if (others.length >= FREE_FAVORITE_LIMIT) return 'favorite_limit'
    }
    if (name === 'messages' || name === 'conversations') {
      const conversation = table('conversations').get(String(row['conversation_id'] ?? row['id']))
      if (conversation === undefined) return 'not_found'
      if (!participant(conversation, userId)) return 'forbidden'
    }
    return undefined
  }

  /** The pushed row with what the server adds and corrects. */
  function asPushed(
    userId: string,
    name: CollectionName,
    row: Record<string, unknown>,
    stored: Row | undefined,
  ): Row | undefined {
    const now = options.now()
    const clamp = (time: unknown): unknown => (typeof time === 'number' ? Math.min(time, now) : time)
    const complete: Record<string, unknown> = { ...row, row_version: 0 }
    if (name === 'conversations') return raiseRead(userId, stored, Number(row['read_seq']))
    if (name === 'messages') {
      if (row['sender_id'] !== userId) return undefined
      const conversation = table('conversations').get(String(row['conversation_id']))
      complete['recipient_id'] = conversation?.[conversation['user1_id'] === userId ? 'user2_id' : 'user1_id']
      complete['seq'] = stored?.['seq'] ?? ++seq
    }
    if (name === 'ratings') {
      const times = Object.entries(row['edited_at'] as Record<string, unknown>)
      complete['edited_at'] = Object.fromEntries(times.map(([field, time]) => [field, clamp(time)]))
    } else if ('edited_at' in row) complete['edited_at'] = clamp(row['edited_at'])
    return strip(definitionOf(name).parse(complete))
  }

  function raiseRead(userId: string, stored: Row | undefined, readSeq: number): Row | undefined {
    if (stored === undefined) return undefined
    const side = stored['user1_id'] === userId ? 'user1' : 'user2'
    return {
      ...stored,
      [`${side}_read_seq`]: Math.max(readSeq, Number(stored[`${side}_read_seq`] ?? 0)),
      [`${side}_unread_count`]: 0,
    }
  }

  function join(name: CollectionName, stored: Row, pushed: Row): Row {
    if (name === 'conversations') return pushed
    const definition = definitionOf(name)
    const [mine, theirs] = [definition.parse(stored), definition.parse(pushed)]
    if (mine === undefined || theirs === undefined) throw new Error('a stored row cannot be read')
    return strip(definition.merge(mine, theirs)) ?? stored
  }

  function copyRead(read: Row, version: number): void {
    const notification = table('notifications').get(read.id)
    if (notification === undefined) return
    const is_read = notification['is_read'] === true || read['is_read'] === true
    const is_deleted = notification['is_deleted'] === true || read['is_deleted'] === true
    table('notifications').set(read.id, { ...notification, is_read, is_deleted, row_version: version })
  }

  /** One request, done at once: its status and the JSON of its body. */
  function ask(
    name: 'sync_pull' | 'sync_push',
    body: Record<string, never>,
    authorization: string,
  ): { status: number; answer: unknown } {
    const userId = subjectOf(authorization)
    const answer =
      name === 'sync_pull'
        ? pull(userId, body['checkpoints'] ?? {}, body['page_limit'] ?? 500)
        : push(userId, body['batches'] ?? {})
    return { status: 200, answer }
  }

  function connect(): Link {
    const link: Link = {
      online: true,
      faults: [],
      requests: [],
      fetch: async (input, init) => {
        const name = urlOf(input).endsWith('/sync_pull') ? 'sync_pull' : 'sync_push'
        const fault = link.online ? link.faults.shift() : 'offline'
        if (fault === 'offline') throw new TypeError('Failed to fetch')
        if (fault === 'html')
          return new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
        if (fault === 'unauthorized') return new Response('{}', { status: 401 })
        if (fault === 'stalled') return stalledResponse(init?.signal ?? undefined)
        if (typeof fault === 'object') return refusedResponse(fault)
        const body = JSON.parse(bodyOf(init)) as Record<string, never>
        link.requests.push({ name, body })
        const { status, answer } = ask(name, body, new Headers(init?.headers).get('authorization') ?? '')
        if (fault === 'reply_lost') throw new TypeError('Failed to fetch')
        return Response.json(answer, { status })
      },
    }
    return link
  }

  return {
    connect,
    ask,
    /** Rows written by somebody else, each call one transaction. */
    write: (name: CollectionName, ...rows: (Record<string, unknown> & { id: string })[]) => {
      const row_version = ++transaction
      for (const row of rows) table(name).set(row.id, { ...table(name).get(row.id), ...row, row_version })
      return row_version
    },
    /** Begins a transaction that writes now and commits when the returned function is called. */
    writeHeldOpen: (name: CollectionName, row: Record<string, unknown> & { id: string }) => {
      const row_version = ++transaction
      openTransactions.add(row_version)
      return () => {
        table(name).set(row.id, { ...table(name).get(row.id), ...row, row_version })
        openTransactions.delete(row_version)
      }
    },
    revoke: (userId: string, collection: CollectionName, id: string) => {
      const row_version = ++transaction
      revocations.push({ userId, collection, row: { id, row_version, _deleted: true } })
    },
    startUserEpoch: (userId: string, name: CollectionName) => {
      const key = `${userId}/${name}`
      userEpochs.set(key, (userEpochs.get(key) ?? 1) + 1)
    },
    startRealmEpoch: () => ++realmEpoch,
    /** Puts a row as a copy of the database had it, with its version of then. */
    restore: (name: CollectionName, row: Row) => table(name).set(row.id, row),
    remove: (name: CollectionName, id: string) => table(name).delete(id),
    /** The next pushes of this row are refused, one code each. */
    refuse: (name: CollectionName, id: string, ...codes: SyncRefusal[]) =>
      refusals.set(`${name}/${id}`, codes),
    rows: (name: CollectionName): Row[] => [...table(name).values()],
    row: (name: CollectionName, id: string): Row | undefined => table(name).get(id),
  }
}

/** An unsigned token, as this server accepts it. */
export const tokenFor = (userId: string): string => `e30.${btoa(JSON.stringify({ sub: userId }))}.none`
const subjectOf = (bearer: string): string =>
  (JSON.parse(atob(bearer.split('.')[1] ?? 'e30=')) as { sub?: string }).sub ?? ''

const isAfter = (row: Row, from: { row_version: number; id: string }): boolean =>
  row.row_version > from.row_version || (row.row_version === from.row_version && row.id > from.id)

/** A row's content without what only versions and devices add. */
function content(row: Row): string {
  const { row_version: _version, updated_at: _updated, created_at: _created, ...rest } = row
  return canonical(rest)
}

/** A document as the server's row: without the fields that only devices have. */
function strip(document: (SyncedDocument & Record<string, unknown>) | undefined): Row | undefined {
  if (document === undefined) return undefined
  const {
    sync_epoch: _epoch,
    recent_key: _recent,
    review_key: _review,
    server_version: _server,
    ...row
  } = document
  return row
}

function refusedResponse({ status, retryAfter }: { status: number; retryAfter?: string }): Response {
  return new Response('{"message":"no"}', {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  })
}

function stalledResponse(signal: AbortSignal | undefined): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"server_time"'))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body, { status: 200 })
}
