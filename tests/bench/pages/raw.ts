import { painted, timed, watchingTasks } from './measured.ts'
import { askServer, type Server } from './server.ts'

type Checkpoint = { epoch: string; row_version: number; id: string }
type Answer = {
  collections: Record<string, { rows: Record<string, unknown>[]; checkpoint: Checkpoint }>
}

const asPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the request failed'))
  })

function openRaw(stores: readonly string[]): Promise<IDBDatabase> {
  const opening = indexedDB.open('raw', 1)
  opening.onupgradeneeded = () => {
    for (const store of stores) opening.result.createObjectStore(store, { keyPath: 'id' })
  }
  return asPromise(opening)
}

function put(
  database: IDBDatabase,
  store: string,
  rows: readonly unknown[],
  durability: IDBTransactionDurability,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite', { durability })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the write was aborted'))
    const documents = transaction.objectStore(store)
    for (const row of rows) documents.put(row)
  })
}

/** As the engine keeps a rating. */
const INDEXES = [
  ['_deleted', 'row_version', 'id'],
  ['_deleted', 'is_deleted', 'recent_key', 'id'],
  ['_meta.lwt', 'id'],
]
const ratingDocument = (number: number) => ({
  id: `01990000-0000-7000-8000-000000000000|video-${number}`,
  user_id: '01990000-0000-7000-8000-000000000000',
  video_id: `video-${number}`,
  overall: 4,
  comment: '',
  is_deleted: '0',
  edited_at: { overall: Date.now(), is_deleted: Date.now() },
  recent_key: '98204709419477',
  row_version: 0,
  sync_epoch: '',
  _deleted: '0',
  _attachments: {},
  _meta: { lwt: Date.now() },
  _rev: '1-abcdefghij',
})

function edit(database: IDBDatabase, document: ReturnType<typeof ratingDocument>): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('ratings', 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the write was aborted'))
    const ratings = transaction.objectStore('ratings')
    ratings.index('_meta.lwt+id').getKey(IDBKeyRange.lowerBound([document._meta.lwt + 1]))
    ratings.get(document.id).onsuccess = () => {
      ratings.put(document)
      transaction.commit()
    }
  })
}

/** The yardstick: IndexedDB and fetch, and nothing else. */
const bench = {
  /** Fetches the same pages that the engine fetches, and puts each page's rows as they are, by the browser's own durability. */
  async firstSync(server: Server, names: string[], pageLimit: number) {
    const database = await openRaw(names)
    const checkpoints = new Map<string, Checkpoint | null>(names.map((name) => [name, null]))
    const { result, ...watched } = await watchingTasks(async () => {
      let rows = 0
      while (checkpoints.size > 0) {
        const { collections } = (await askServer(server, 'rpc/sync_pull', {
          checkpoints: Object.fromEntries(checkpoints),
          page_limit: pageLimit,
        })) as Answer
        for (const [name, page] of Object.entries(collections)) {
          if (page.rows.length > 0) await put(database, name, page.rows, 'default')
          rows += page.rows.length
          if (page.rows.length < pageLimit) checkpoints.delete(name)
          else checkpoints.set(name, page.checkpoint)
        }
      }
      return rows
    })
    database.close()
    return { ...watched, rows: result }
  },

  /** Durable puts, one after the other. */
  async writes(count: number): Promise<number[]> {
    const database = await openRaw(['ratings'])
    const all: number[] = []
    for (let number = 0; number < count; number++)
      all.push(
        await timed(() =>
          put(database, 'ratings', [{ id: `video-${number}`, overall: 4, at: Date.now() }], 'strict'),
        ),
      )
    database.close()
    return all
  },

  /** Durable edits by the least that an edit needs: our document and its indexes, read and looked for a later date before it is put. */
  async editedWrites(count: number): Promise<number[]> {
    const opening = indexedDB.open('edited', 1)
    opening.onupgradeneeded = () => {
      const ratings = opening.result.createObjectStore('ratings', { keyPath: 'id' })
      for (const fields of INDEXES) ratings.createIndex(fields.join('+'), fields)
    }
    const database = await asPromise(opening)
    const all: number[] = []
    for (let number = 0; number < count; number++)
      all.push(await timed(() => edit(database, ratingDocument(number))))
    database.close()
    return all
  },

  /** From a tap to the frame that shows it: a durable put, then the text. */
  async taps(count: number): Promise<number[]> {
    const database = await openRaw(['ratings'])
    const button = document.body.appendChild(document.createElement('button'))
    const shown = document.body.appendChild(document.createElement('p'))
    const all: number[] = []
    for (let number = 0; number < count; number++) {
      all.push(
        await timed(
          () =>
            new Promise<void>((resolve, reject) => {
              button.onclick = () => {
                put(database, 'ratings', [{ id: 'video', overall: number, at: Date.now() }], 'strict')
                  .then(() => {
                    shown.textContent = String(number)
                    return painted()
                  })
                  .then(resolve, reject)
              }
              button.click()
            }),
        ),
      )
      await painted()
    }
    database.close()
    return all
  },

  posts: (server: Server, messages: Record<string, unknown>[]): Promise<number> =>
    timed(async () => {
      for (const message of messages)
        await askServer(server, 'rpc/sync_push', { batches: { messages: [message] } })
    }),

  batches: (server: Server, messages: Record<string, unknown>[], size: number): Promise<number> =>
    timed(async () => {
      for (let first = 0; first < messages.length; first += size)
        await askServer(server, 'rpc/sync_push', {
          batches: { messages: messages.slice(first, first + size) },
        })
    }),
}

export type RawBench = typeof bench
Object.assign(window, { bench })
