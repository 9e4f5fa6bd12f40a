import { Dexie, type EntityTable } from 'dexie'
import { painted, timed, watchingTasks } from './measured.ts'
import { askServer, type Server } from './server.ts'

type Note = { id: string; recent_key: string; is_deleted: boolean; modified: string }
type Rating = { id: string; overall: number; at: number }
type Message = { id: string; author: string; body: string; sent_at: number }
type Waiting = { number: number; table: string; row: object }

/** What somebody writes in an afternoon: tables as the screens need them, an outbox beside them, the cursor in the same transaction as the rows. */
function open() {
  const database = new Dexie('peer', { chromeTransactionDurability: 'strict' })
  database.version(1).stores({
    notes: 'id, recent_key',
    ratings: 'id',
    messages: 'id',
    outbox: '++number',
    cursors: 'table',
  })
  return database as Dexie & {
    notes: EntityTable<Note, 'id'>
    ratings: EntityTable<Rating, 'id'>
    messages: EntityTable<Message, 'id'>
    outbox: EntityTable<Waiting, 'number'>
    cursors: EntityTable<{ table: string; after: string }, 'table'>
  }
}
type Peer = ReturnType<typeof open>

const rate = (peer: Peer, id: string, overall: number): Promise<void> =>
  peer.transaction('rw', peer.ratings, peer.outbox, async () => {
    const row = { id, overall, at: Date.now() }
    await peer.ratings.put(row)
    await peer.outbox.add({ table: 'bench_ratings', row })
  })

async function pull(peer: Peer, server: Server, table: string, pageLimit: number): Promise<number> {
  let requests = 0
  let after = (await peer.cursors.get(table))?.after ?? ''
  for (;;) {
    const order = `select=*&order=id&limit=${pageLimit}${after === '' ? '' : `&id=gt.${after}`}`
    const response = await fetch(`${server.api}/rest/v1/${table}?${order}`, {
      headers: { apikey: server.key, authorization: `Bearer ${server.token}` },
    })
    if (!response.ok) throw new Error(`${table}: ${response.status} ${await response.text()}`)
    const rows = (await response.json()) as Note[]
    requests++
    after = rows.at(-1)?.id ?? after
    await peer.transaction('rw', peer.notes, peer.cursors, async () => {
      await peer.notes.bulkPut(rows)
      await peer.cursors.put({ table, after })
    })
    if (rows.length < pageLimit) return requests
  }
}

/** A peer: raw Dexie with an outbox written by hand. */
const bench = {
  async firstSync(server: Server, pageLimit: number) {
    const peer = open()
    await peer.open()
    const { result: _, ...watched } = await watchingTasks(() =>
      pull(peer, server, 'bench_notifications', pageLimit),
    )
    const rows = await peer.notes.count()
    peer.close()
    return { ...watched, rows }
  },

  async writes(count: number): Promise<number[]> {
    const peer = open()
    await peer.open()
    const all: number[] = []
    for (let number = 0; number < count; number++)
      all.push(await timed(() => rate(peer, `video-${number}`, 4)))
    peer.close()
    return all
  },

  async taps(count: number): Promise<number[]> {
    const peer = open()
    await peer.open()
    const shown = document.body.appendChild(document.createElement('p'))
    const all: number[] = []
    for (let number = 0; number < count; number++) {
      all.push(
        await timed(async () => {
          await rate(peer, 'video', number)
          shown.textContent = String(number)
          await painted()
        }),
      )
      await painted()
    }
    peer.close()
    return all
  },

  first50: (): Promise<number> =>
    timed(async () => {
      const found = await open().notes.orderBy('recent_key').limit(50).toArray()
      if (found.length !== 50) throw new Error(`${found.length} notifications`)
    }),

  async queued(server: Server, count: number) {
    const peer = open()
    await peer.open()
    for (let number = 0; number < count; number++)
      await peer.transaction('rw', peer.messages, peer.outbox, async () => {
        const row = { id: crypto.randomUUID(), author: server.userId, body: `${number}`, sent_at: Date.now() }
        await peer.messages.put(row)
        await peer.outbox.add({ table: 'bench_messages', row })
      })
    let requests = 0
    const ms = await timed(async () => {
      for (;;) {
        const waiting = await peer.outbox.orderBy('number').limit(500).toArray()
        if (waiting.length === 0) return
        requests++
        await askServer(
          server,
          'bench_messages?on_conflict=id',
          waiting.map(({ row }) => row),
        )
        await peer.outbox.bulkDelete(waiting.map(({ number }) => number))
      }
    })
    peer.close()
    return { ms, requests }
  },

  async reconnect(server: Server, tables: string[]): Promise<number> {
    const peer = open()
    await peer.open()
    let requests = 0
    for (const table of tables) requests += await pull(peer, server, table, 1000)
    peer.close()
    return requests
  },
}

export type DexieBench = typeof bench
Object.assign(window, { bench })
