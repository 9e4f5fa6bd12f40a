import * as v from 'valibot'
import { SYNC_REFUSALS } from '#domain/errors.ts'
import type { CollectionDefinition, SyncedDocument } from '../collections/definition.ts'
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import type { ClockEstimate } from '../clock.ts'
import { ClockMemory, REMEMBERED_CLOCK } from '../corrected-clock.ts'
import type { SendCount } from '../outbox/outbox-database.ts'
import type { Overruled } from '../outbox/overruled.ts'
import type { ParkedEdit } from '../outbox/parked.ts'
import { REMEMBERED_SEAL_KEY, SealKey } from '../seal/seal-key.ts'
import { splitName, type StoreDatabase } from './names.ts'
import { openExisting, readRows, readUnsaved } from './raw-database.ts'

/** An edit of an older generation. `document` is undefined when this build cannot read it, `stored` is what was stored. */
export type OlderEdit = {
  collection: CollectionName
  id: string
  document: SyncedDocument | undefined
  stored: Record<string, unknown>
}

/** What an older generation holds that the server does not have. */
export type OlderStore = {
  name: string
  /** In the order in which they were written. */
  edits: OlderEdit[]
  /** Edits that were taken back before they were sent: `collection/id`. */
  withdrawn: Set<string>
  parked: ParkedEdit[]
  /** false when its outbox is gone already, so that what was parked cannot be told. */
  hasOutbox: boolean
  sends: SendCount[]
  /** What lost to another device, and the person may still restore. */
  overruled: Overruled[]
  /** Of what its outbox remembers, that which does not speak of what was pulled. */
  remembered: { clock: ClockEstimate | undefined; sealKey: SealKey | undefined }
}

/** One that holds nothing unsaved. */
export const anOlderStore = (name: string): OlderStore => ({
  name,
  edits: [],
  withdrawn: new Set(),
  parked: [],
  hasOutbox: false,
  sends: [],
  overruled: [],
  remembered: { clock: undefined, sealKey: undefined },
})

/** Reads what is unsaved, beside whoever still has the store open. */
export async function readOlderStore(name: string, databases: StoreDatabase[]): Promise<OlderStore> {
  const older = anOlderStore(name)
  older.hasOutbox = databases.some(({ collection }) => collection === undefined)
  await Promise.all(
    databases.map(async (database) => {
      const collection = COLLECTION_NAMES.find((known) => known === database.collection)
      if (collection !== undefined) await readCollection(older, collection, database.name)
      if (database.collection === undefined) await readOutbox(older, database.name)
    }),
  )
  const written = new Map(older.edits.map((edit) => [edit, writtenAt(edit)]))
  const timeOf = (edit: OlderEdit): number => written.get(edit) ?? 0
  older.edits.sort((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))
  return older
}

async function readCollection(
  older: OlderStore,
  collection: CollectionName,
  database: string,
): Promise<void> {
  if (COLLECTIONS[collection].direction === 'pull') return
  const { generation } = splitName(older.name)
  for (const row of await rowsOf(database, 'docs', readUnsaved)) {
    const id = String(row['id'])
    if (isTrue(row['_deleted'])) older.withdrawn.add(`${collection}/${id}`)
    else older.edits.push({ collection, id, ...readDocument(collection, row, generation) })
  }
}

/** A document of an older generation as this build's. */
export function readDocument(
  collection: CollectionName,
  row: Record<string, unknown>,
  generation: number,
): Pick<OlderEdit, 'document' | 'stored'> {
  // The twelve definitions have no common document type; each reads only its own documents
  const definition = COLLECTIONS[collection] as unknown as CollectionDefinition<SyncedDocument>
  const stored = withBooleans(definition, row)
  const upgraded = definition.carryOver?.(stored, generation) ?? stored
  // An epoch speaks of what one generation has pulled
  return { document: definition.parse({ ...upgraded, row_version: 0, sync_epoch: '' }), stored }
}

/** Indexed booleans are stored as '1' or '0', because a boolean is no key; which ones were indexed then is not known. */
function withBooleans(
  { schema }: CollectionDefinition<SyncedDocument>,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const properties: Record<string, { type?: unknown }> = schema.properties
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const wasIndexed = properties[name]?.type === 'boolean' && (value === '1' || value === '0')
      return [name, wasIndexed ? value === '1' : value]
    }),
  )
}

const Content = v.record(v.string(), v.unknown())
const Parked = v.looseObject({
  collection: v.picklist(COLLECTION_NAMES),
  id: v.string(),
  code: v.fallback(v.picklist(SYNC_REFUSALS), 'server_error'),
  document: Content,
  base: v.nullable(Content),
  parkedAt: v.number(),
})
const Sends = v.object({ collection: v.string(), id: v.string(), sends: v.number() })

const Lost = v.object({
  collection: v.picklist(COLLECTION_NAMES),
  id: v.string(),
  field: v.string(),
  mine: v.unknown(),
  theirs: v.unknown(),
  at: v.number(),
})

async function readOutbox(older: OlderStore, database: string): Promise<void> {
  const { generation } = splitName(older.name)
  const current = (collection: CollectionName, content: Record<string, unknown>): Record<string, unknown> =>
    readDocument(collection, content, generation).document ?? content
  for (const row of await rowsOf(database, 'parked')) {
    const parked = v.safeParse(Parked, row)
    if (!parked.success) continue
    const { collection, document, base } = parked.output
    older.parked.push({
      ...parked.output,
      document: current(collection, document),
      base: base === null ? null : { ...current(collection, base), row_version: base['row_version'] },
    })
  }
  older.sends = (await rowsOf(database, 'sends')).flatMap((row) => {
    const counted = v.safeParse(Sends, row)
    return counted.success ? [counted.output] : []
  })
  older.overruled = (await rowsOf(database, 'overruled')).flatMap((row) => {
    const lost = v.safeParse(Lost, row)
    return lost.success ? [lost.output] : []
  })
  const remembered = new Map((await rowsOf(database, 'remembered')).map((row) => [row['name'], row['value']]))
  older.remembered = {
    clock: readAs(ClockMemory, remembered.get(REMEMBERED_CLOCK)),
    sealKey: readAs(SealKey, remembered.get(REMEMBERED_SEAL_KEY)),
  }
}

async function rowsOf(
  name: string,
  table: string,
  readTable: (database: IDBDatabase, table: string) => Promise<Record<string, unknown>[]> = readRows,
): Promise<Record<string, unknown>[]> {
  const database = await openExisting(name)
  if (database === undefined) return []
  try {
    return await readTable(database, table)
  } finally {
    database.close()
  }
}

function readAs<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | undefined {
  const read = v.safeParse(schema, value)
  return read.success ? read.output : undefined
}

const isTrue = (value: unknown): boolean => value === true || value === '1'

/** RxDB's time of the write, ms. */
const Written = v.object({ _meta: v.object({ lwt: v.number() }) })
function writtenAt({ stored }: OlderEdit): number {
  const written = v.safeParse(Written, stored)
  return written.success ? written.output._meta.lwt : 0
}
