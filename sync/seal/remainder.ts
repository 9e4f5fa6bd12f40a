import * as v from 'valibot'
import { SYNC_REFUSALS } from '#domain/errors.ts'
import { canonical } from '../collections/join.ts'
import { COLLECTION_NAMES } from '../collections/registry.ts'
import { databasesOf } from '../generations/databases-of.ts'
import { LOCAL_GENERATION } from '../generations/local-generation.ts'
import { readDatabaseName, splitName, type StoreDatabase } from '../generations/names.ts'
import { withComputedVideoIds } from '../generations/drawn-video-ids.ts'
import { readOlderStore } from '../generations/older-store.ts'
import { doneInTime, openExisting, readRows } from '../generations/raw-database.ts'
import { editKey } from '../outbox/parked.ts'
import { REMEMBERED_SEAL_KEY, SealKey } from './seal-key.ts'
import { SETTLED } from './settled.ts'

const Content = v.record(v.string(), v.unknown())
const Edit = v.object({ collection: v.picklist(COLLECTION_NAMES), id: v.string(), stored: Content })
const Parked = v.object({
  collection: v.picklist(COLLECTION_NAMES),
  id: v.string(),
  code: v.picklist(SYNC_REFUSALS),
  document: Content,
  base: v.nullable(Content),
  parkedAt: v.number(),
})
const Overruled = v.object({
  collection: v.picklist(COLLECTION_NAMES),
  id: v.string(),
  field: v.string(),
  mine: v.unknown(),
  theirs: v.unknown(),
  at: v.number(),
})
const Draft = v.object({
  name: v.string(),
  text: v.string(),
  // Sealed by an earlier build it has neither
  at: v.optional(v.number()),
  sending: v.optional(v.nullable(v.string())),
})
/** A text that somebody has begun and not yet saved; `name` without the account's id. */
export type Draft = v.InferOutput<typeof Draft>

/** Everything of an account that would be lost with its databases, and nothing else. */
export const Remainder = v.object({
  userId: v.string(),
  /** The local generation whose documents these are. */
  generation: v.number(),
  /** In the order in which they were written. */
  edits: v.array(Edit),
  parked: v.array(Parked),
  overruled: v.array(Overruled),
  drafts: v.array(Draft),
})
export type Remainder = v.InferOutput<typeof Remainder>

/** How many things of the person; an edit that is parked counts once. */
export function countOf({ edits, parked, drafts }: Remainder): number {
  const keys = [...edits, ...parked].map(({ collection, id }) => editKey(collection, id))
  return new Set(keys).size + drafts.length
}

/** What the databases of an account say when it leaves. */
export type LeftBehind = {
  remainder: Remainder
  sealKey: SealKey | undefined
  /** A departure had begun and did not end: what is unsent was sealed already, or given up. */
  settled: boolean
}

/** Reads from the disk what the account would leave behind, of every local generation. Nobody may write meanwhile. */
export async function readLeftBehind(userId: string, drafts: Draft[]): Promise<LeftBehind> {
  const stores = await storesOf(userId)
  const remembered = new Map<string, unknown>()
  const remainder: Remainder = {
    userId,
    generation: LOCAL_GENERATION,
    edits: [],
    parked: [],
    overruled: [],
    drafts,
  }
  // The newest first: it says what it has taken over from the others
  for (const [store, databases] of stores) {
    for (const { name, value } of await readRemembered(databases))
      if (!remembered.has(name)) remembered.set(name, value)
    await addStore(remainder, store, databases, remembered.get(`carried:${store}`))
  }
  const key = v.safeParse(SealKey, remembered.get(REMEMBERED_SEAL_KEY))
  return {
    remainder,
    sealKey: key.success ? key.output : undefined,
    settled: remembered.get(SETTLED) === true,
  }
}

/** What a later generation has taken over, with the content it had then. */
const Carried = v.fallback(
  v.object({ edits: v.record(v.string(), v.string()), parked: v.record(v.string(), v.string()) }),
  { edits: {}, parked: {} },
)

async function addStore(
  remainder: Remainder,
  store: string,
  databases: StoreDatabase[],
  carriedNote: unknown,
): Promise<void> {
  const carried = v.parse(Carried, carriedNote)
  const { edits, parked } = await withComputedVideoIds(await readOlderStore(store, databases), databases)
  for (const { collection, id, document, stored } of edits) {
    const content: Record<string, unknown> = { ...(document ?? stored) }
    const carriedAs = carried.edits[editKey(collection, id)]
    if (carriedAs !== undefined && carriedAs === canonical(content)) continue
    for (const internal of ['_rev', '_meta', '_attachments', '_deleted']) delete content[internal]
    remainder.edits.push({ collection, id, stored: content })
  }
  const waiting = parked.filter(
    ({ collection, id, document }) => carried.parked[editKey(collection, id)] !== canonical(document),
  )
  remainder.parked.push(...waiting)
  for (const row of await readOutbox(databases, 'overruled')) {
    const read = v.safeParse(Overruled, row)
    if (read.success) remainder.overruled.push(read.output)
  }
}

/**
 * Notes, on the disk, that what is stored of this account may go: sealed, or given up. A crash from here on brings nothing of it back. `mayNote`: asked in the task of the
 * write; false when the account may be in use again, and nothing is noted.
 */
export async function noteSettled(userId: string, mayNote: () => boolean): Promise<void> {
  const [newest] = await storesOf(userId)
  const outbox = newest?.[1].find(({ collection }) => collection === undefined)
  if (outbox !== undefined) await putRemembered(outbox.name, { name: SETTLED, value: true }, mayNote)
}

/** The account's stores on this device with their databases, the newest generation first. */
async function storesOf(userId: string): Promise<Map<string, StoreDatabase[]>> {
  const databases = (await databasesOf(userId)).flatMap((name) => readDatabaseName(name) ?? [])
  const stores = [...Map.groupBy(databases, ({ store }) => store)]
  return new Map(stores.toSorted(([a], [b]) => splitName(b).generation - splitName(a).generation))
}

const Remembered = v.object({ name: v.string(), value: v.unknown() })

async function readRemembered(databases: StoreDatabase[]): Promise<v.InferOutput<typeof Remembered>[]> {
  return (await readOutbox(databases, 'remembered')).flatMap((row) => {
    const read = v.safeParse(Remembered, row)
    return read.success ? [read.output] : []
  })
}

async function readOutbox(databases: StoreDatabase[], table: string): Promise<Record<string, unknown>[]> {
  const name = databases.find(({ collection }) => collection === undefined)?.name
  const database = name === undefined ? undefined : await openExisting(name)
  if (database === undefined) return []
  try {
    return await readRows(database, table)
  } finally {
    database.close()
  }
}

async function putRemembered(
  outbox: string,
  row: v.InferOutput<typeof Remembered>,
  mayNote: () => boolean,
): Promise<void> {
  const database = await openExisting(outbox)
  if (database === undefined) return
  try {
    if (!mayNote()) return
    const transaction = database.transaction('remembered', 'readwrite', { durability: 'strict' })
    await doneInTime(transaction, transaction.objectStore('remembered').put(row))
  } finally {
    database.close()
  }
}
