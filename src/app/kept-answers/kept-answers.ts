import * as v from 'valibot'
import { CATALOGUE_MAX_AGE_MS } from '#domain/limits.ts'
import type { RestAnswer } from '../rest.ts'

/** Nobody is signed in. */
export const VISITOR = 'anonymous'
/** Holds the account's id, so that it leaves the device with everything else of the account (sync/generations/databases-of.ts). */
export const keptName = (whose: string): string => `mirutomo-kept-${whose}`

const TABLE = 'answers'
const BY_TIME = 'keptAt'
const MAX_ANSWERS = 200
/** Of one answer, as JSON in UTF-16. */
const MAX_LENGTH = 400_000

const Row = v.object({
  body: v.unknown(),
  total: v.nullable(v.number()),
  asOf: v.nullable(v.number()),
  keptAt: v.number(),
})

/** `asOf` here: when the server was last heard of it, in ms by the server's clock as it was known then. */
export type KeptAnswer = { answer: RestAnswer; asOf: number }

/** The answers of the server that one person had on this device; never rejects: what cannot be kept is not kept. */
export type KeptAnswers = {
  keep: (key: string, answer: RestAnswer) => Promise<void>
  /** null: nothing, or too old. */
  recall: (key: string) => Promise<KeptAnswer | null>
  /** From now on nothing is kept or recalled, and the database stands in nobody's way. */
  close: () => void
}

type Setting = { now: () => number; maxAnswers?: number }

/** Opens the database at the first use. Hazard: a database that somebody deleted would be made again by a late answer, so what was closed stays closed. */
export function openKeptAnswers(whose: string, { now, maxAnswers = MAX_ANSWERS }: Setting): KeptAnswers {
  let closed = false
  let opening: Promise<IDBDatabase> | undefined

  const close = (): void => {
    closed = true
    void opening?.then(
      (database) => database.close(),
      () => {},
    )
  }
  const open = (): Promise<IDBDatabase> => {
    opening ??= openDatabase(keptName(whose), close)
    return opening
  }

  return {
    close,
    keep: async (key, { body, total, asOf }) => {
      if (closed || (JSON.stringify(body) ?? '').length > MAX_LENGTH) return
      await open()
        .then((database) =>
          closed ? undefined : put(database, key, { body, total, asOf, keptAt: now() }, maxAnswers),
        )
        .catch(() => {})
    },
    recall: async (key) => {
      if (closed) return null
      const row = await open()
        .then((database) => (closed ? undefined : get(database, key)))
        .catch(() => undefined)
      const read = v.safeParse(Row, row)
      if (!read.success || now() - read.output.keptAt > CATALOGUE_MAX_AGE_MS) return null
      const { body, total, asOf, keptAt } = read.output
      // Order of the clocks is not known: the earlier one never makes it younger than it is. Hazard: told as the answer's own time it would pass for the server's clock of now
      return { answer: { body, total, asOf: null }, asOf: Math.min(asOf ?? keptAt, keptAt) }
    },
  }
}

function openDatabase(name: string, giveWay: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE).createIndex(BY_TIME, BY_TIME)
    request.onsuccess = () => {
      request.result.onversionchange = giveWay
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error(`${name} cannot be opened`))
  })
}

/** Puts the row and gives up the oldest of more than `most`. */
function put(
  database: IDBDatabase,
  key: string,
  row: v.InferOutput<typeof Row>,
  most: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(TABLE, 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('an answer could not be kept'))
    const table = transaction.objectStore(TABLE)
    table.put(row, key)
    const counting = table.count()
    counting.onsuccess = () => {
      let over = counting.result - most
      if (over <= 0) return
      const oldest = table.index(BY_TIME).openKeyCursor()
      oldest.onsuccess = () => {
        const cursor = oldest.result
        if (cursor === null || over-- <= 0) return
        table.delete(cursor.primaryKey)
        cursor.continue()
      }
    }
  })
}

function get(database: IDBDatabase, key: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request: IDBRequest<unknown> = database.transaction(TABLE).objectStore(TABLE).get(key)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('an answer could not be read'))
  })
}
