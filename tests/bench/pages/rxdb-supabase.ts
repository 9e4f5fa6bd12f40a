import { createClient } from '@supabase/supabase-js'
import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb/plugins/core'
import { replicateSupabase } from 'rxdb/plugins/replication-supabase'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { painted, timed, watchingTasks } from './measured.ts'
import type { Server } from './server.ts'

type Note = { id: string; author: string; title: string; body: string; recent_key: string }
type Message = { id: string; author: string; body: string; sent_at: number }
type Rating = { id: string; overall: number; at: number }

const id = { type: 'string', maxLength: 36 } as const
const text = { type: 'string' } as const
const NOTES: RxJsonSchema<Note> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id, author: text, title: text, body: text, recent_key: { type: 'string', maxLength: 14 } },
  required: ['id', 'recent_key'],
  indexes: ['recent_key'],
}
const MESSAGES: RxJsonSchema<Message> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id, author: text, body: text, sent_at: { type: 'number' } },
  required: ['id'],
}
const RATINGS: RxJsonSchema<Rating> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id, overall: { type: 'number' }, at: { type: 'number' } },
  required: ['id'],
}

async function open() {
  const database = await createRxDatabase<{
    bench_notifications: RxCollection<Note>
    bench_messages: RxCollection<Message>
    ratings: RxCollection<Rating>
  }>({ name: 'peer', storage: getRxStorageDexie(), multiInstance: true })
  await database.addCollections({
    bench_notifications: { schema: NOTES },
    bench_messages: { schema: MESSAGES },
    ratings: { schema: RATINGS },
  })
  return database
}

/** The plugin as its manual shows it, but without Realtime: that is not what is measured. */
function replicate<Doc>(server: Server, collection: RxCollection<Doc>, onRequest: () => void, push: boolean) {
  const client = createClient(server.api, server.key, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: () => Promise.resolve(server.token),
    global: {
      fetch: (input, init) => {
        onRequest()
        return fetch(input, init)
      },
    },
  })
  return replicateSupabase<Doc>({
    tableName: collection.name,
    client,
    collection,
    replicationIdentifier: `peer-${collection.name}`,
    live: false,
    waitForLeadership: false,
    pull: { batchSize: 500 },
    ...(push ? { push: { batchSize: 500 } } : {}),
  })
}

/** A peer: RxDB's stock Dexie storage and its stock Supabase plugin. */
const bench = {
  async firstSync(server: Server) {
    const database = await open()
    const { result: _, ...watched } = await watchingTasks(() =>
      replicate(server, database.bench_notifications, () => {}, false).awaitInitialReplication(),
    )
    const rows = await database.bench_notifications.count().exec()
    await database.close()
    return { ...watched, rows }
  },

  async writes(count: number): Promise<number[]> {
    const database = await open()
    const all: number[] = []
    for (let number = 0; number < count; number++)
      all.push(
        await timed(() => database.ratings.insert({ id: `video-${number}`, overall: 4, at: Date.now() })),
      )
    await database.close()
    return all
  },

  async taps(count: number): Promise<number[]> {
    const database = await open()
    await database.ratings.insert({ id: 'video', overall: -1, at: Date.now() })
    const shown = document.body.appendChild(document.createElement('p'))
    let told: (() => void) | undefined
    const live = database.ratings.findOne('video').$.subscribe((rating) => {
      shown.textContent = String(rating?.overall)
      told?.()
    })
    const all: number[] = []
    for (let number = 0; number < count; number++) {
      all.push(
        await timed(async () => {
          const changed = new Promise<void>((resolve) => (told = resolve))
          await database.ratings.findOne('video').incrementalPatch({ overall: number })
          if (shown.textContent !== String(number)) await changed
          await painted()
        }),
      )
      await painted()
    }
    live.unsubscribe()
    await database.close()
    return all
  },

  first50: (): Promise<number> =>
    timed(async () => {
      const database = await open()
      const found = await database.bench_notifications
        .find({ sort: [{ recent_key: 'asc' }], limit: 50 })
        .exec()
      if (found.length !== 50) throw new Error(`${found.length} notifications`)
    }),

  async queued(server: Server, count: number) {
    const database = await open()
    for (let number = 0; number < count; number++)
      await database.bench_messages.insert({
        id: crypto.randomUUID(),
        author: server.userId,
        body: `${number}`,
        sent_at: Date.now(),
      })
    let requests = 0
    const ms = await timed(() => {
      const replication = replicate(server, database.bench_messages, () => requests++, true)
      // The plugin repeats a failed push for ever, and would be waited for as long
      const failed = new Promise<never>((_, reject) => {
        replication.error$.subscribe((error) => reject(error))
      })
      return Promise.race([replication.awaitInitialReplication(), failed])
    })
    await database.close()
    return { ms, requests }
  },

  async reconnect(server: Server): Promise<number> {
    const database = await open()
    let requests = 0
    for (const collection of [database.bench_notifications, database.bench_messages]) {
      // Two tables stand for what would be ten: one request each
      await replicate(server, collection as RxCollection, () => requests++, false).awaitInitialReplication()
    }
    await database.close()
    return requests
  },
}

export type RxdbBench = typeof bench
Object.assign(window, { bench })
