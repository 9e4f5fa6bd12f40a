import * as v from 'valibot'

const DATABASE = 'mirutomo-drafts'
const TABLE = 'drafts'

const Row = v.object({
  /** null: it was sent, saved or given up. */
  text: v.nullable(v.string()),
  /** When, in ms of this device's clock. */
  at: v.number(),
})
export type DraftRow = v.InferOutput<typeof Row>
const Rows = v.array(v.object({ key: v.string(), ...Row.entries }))

let opening: Promise<IDBDatabase> | undefined

/** The rows by their draft's key. Rejects where the browser has no such storage, as all of these do. */
export async function readRows(): Promise<Map<string, DraftRow>> {
  // Whoever has written nothing yet has no database, and gets none by being asked
  const databases = await indexedDB.databases?.()
  if (databases && !databases.some(({ name }) => name === DATABASE)) return new Map()
  const found = await run('readonly', (rows) => rows.getAll())
  return new Map(v.parse(Rows, found).map(({ key, ...row }) => [key, row]))
}

/** Resolves once they are on the disk. */
export async function putRows(rows: ReadonlyMap<string, DraftRow>): Promise<void> {
  await run('readwrite', (table) => {
    for (const [key, row] of rows) table.put({ key, ...row })
  })
}

export async function deleteRow(key: string): Promise<void> {
  await run('readwrite', (table) => void table.delete(key))
}

/** Takes away all rows whose key begins so. */
export async function deleteRows(prefix: string): Promise<void> {
  await run('readwrite', (table) => void table.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
}

async function run(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest | void,
): Promise<unknown> {
  opening ??= open()
  try {
    const transaction = (await opening).transaction(TABLE, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(TABLE))
    // A page that is being left does not live to commit by itself
    if (mode === 'readwrite') transaction.commit()
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('a draft could not be kept'))
    })
  } catch (error) {
    // Whatever was wrong with the connection: the next one begins anew
    opening = undefined
    throw error
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'key' })
    request.onerror = () => reject(request.error ?? new Error(`${DATABASE} cannot be opened`))
    request.onsuccess = () => {
      const database = request.result
      database.onversionchange = () => {
        opening = undefined
        database.close()
      }
      database.onclose = () => {
        opening = undefined
      }
      resolve(database)
    }
  })
}
