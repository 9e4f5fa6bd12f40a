import type { RxCollection } from 'rxdb/plugins/core'
import * as v from 'valibot'
import type { CollectionDefinition, SyncedDocument } from '../collections/definition.ts'
import { canonical } from '../collections/join.ts'
import { plain } from '../collections/live.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import { writeDocument, writeDocuments } from '../collections/write.ts'
import { REMEMBERED_CLOCK } from '../corrected-clock.ts'
import { discardParked } from '../outbox/decisions.ts'
import { editKey, type ParkedEdit } from '../outbox/parked.ts'
import { REMEMBERED_SEAL_KEY } from '../seal/seal-key.ts'
import type { Store } from '../store.ts'
import { withComputedVideoIds } from './drawn-video-ids.ts'
import type { StoreDatabase } from './names.ts'
import { type OlderEdit, type OlderStore, readOlderStore } from './older-store.ts'
import { olderStores } from './older-stores.ts'

/**
 * What was carried already, with its content: it is not carried again, so what the person takes back here stays taken back, and what they take back in the
 * old tab can be told from what never was.
 */
const Carried = v.object({
  edits: v.record(v.string(), v.string()),
  parked: v.record(v.string(), v.string()),
  overruled: v.array(v.string()),
})
type Carried = v.InferOutput<typeof Carried>

const noteName = (older: string): string => `carried:${older}`

/**
 * Lays what older generations of this store hold unsaved into it, as unsaved edits. Guarantee: it changes nothing there and may be repeated and interrupted at
 * any moment, because edits are joined and the server takes each once; an old tab may go on writing and sending.
 */
export async function carryOver(store: Store): Promise<void> {
  for (const [name, databases] of await olderStores(store.database.name)) {
    await carryOverFrom(store, name, databases)
  }
}

export async function carryOverFrom(store: Store, name: string, databases: StoreDatabase[]): Promise<void> {
  const older = await withComputedVideoIds(await readOlderStore(name, databases), databases)
  const known = v.safeParse(Carried, await store.outbox.recall(noteName(name)))
  const carried: Carried = known.success ? known.output : { edits: {}, parked: {}, overruled: [] }
  await carryMemory(store, older, carried)
  await takeBack(store, older, carried)
  await layOver(
    store,
    older.edits.filter((edit) => carried.edits[keyOf(edit)] !== contentOf(edit)),
    older.parked.filter((edit) => carried.parked[keyOf(edit)] !== canonical(edit.document)),
  )
  await store.outbox.remember(noteName(name), {
    edits: Object.fromEntries(older.edits.map((edit) => [keyOf(edit), contentOf(edit)])),
    parked: Object.fromEntries(older.parked.map((edit) => [keyOf(edit), canonical(edit.document)])),
    overruled: older.overruled.map(canonical),
  } satisfies Carried)
}

/**
 * Lays unsaved edits over what the store holds, as unsaved edits, and parks the refused ones. Guarantee: it may be repeated and interrupted at any moment, because
 * edits are joined and the server takes each once.
 */
export async function layOver(store: Store, edits: OlderEdit[], refused: ParkedEdit[]): Promise<void> {
  // Order matters: an edit that is laid before it is parked would be sent again
  await carryParked(store, refused, edits)
  await Promise.all(
    [...Map.groupBy(edits, ({ collection }) => collection)].map(([collection, ofCollection]) =>
      lay(store, collection, ofCollection),
    ),
  )
}

/** After the older store was deleted. */
export const forgetCarried = (store: Store, name: string): Promise<void> =>
  store.outbox.remember(noteName(name), null)

/** What was measured of the clock, what seals for the account, how often edits were sent in vain, and what lost to another device. */
async function carryMemory(store: Store, older: OlderStore, carried: Carried): Promise<void> {
  const { clock, sealKey } = older.remembered
  if (clock !== undefined && (await store.outbox.recall(REMEMBERED_CLOCK)) === undefined) {
    store.channel.tell({ type: 'clock', ...clock })
    await store.outbox.remember(REMEMBERED_CLOCK, clock)
  }
  if (sealKey !== undefined && (await store.outbox.recall(REMEMBERED_SEAL_KEY)) === undefined) {
    await store.outbox.remember(REMEMBERED_SEAL_KEY, sealKey)
  }
  const sends = older.sends.filter(({ collection, id, sends }) => sends > store.outbox.sends(collection, id))
  if (sends.length > 0) await store.outbox.countSends(sends)
  const lost = older.overruled.filter((item) => !carried.overruled.includes(canonical(item)))
  if (lost.length > 0) await store.outbox.overrule(lost, [])
}

/** What the person took back in the old tab after it was carried is taken back here, unless it was edited or sent meanwhile. */
async function takeBack(store: Store, older: OlderStore, carried: Carried): Promise<void> {
  const stillParked = new Set(older.parked.map(keyOf))
  for (const [key, content] of Object.entries(carried.parked)) {
    const here = store.outbox.parked().get(key)
    if (
      !older.hasOutbox ||
      here === undefined ||
      stillParked.has(key) ||
      canonical(here.document) !== content
    )
      continue
    await discardParked(store, here)
  }
  for (const key of older.withdrawn) {
    const content = carried.edits[key]
    const [collection, id] = splitKey(key)
    if (content === undefined) continue
    const here = await collectionOf(store, collection).findOne(id).exec()
    if (here !== null && canonical(plain(here)) === content) await here.remove()
  }
}

/** Refused edits wait for the person here too, joined with what is here; so do those that this build cannot read. */
async function carryParked(store: Store, refused: ParkedEdit[], edits: OlderEdit[]): Promise<void> {
  const joined = await Promise.all(
    refused.map(async (edit): Promise<ParkedEdit[]> => {
      const here = await collectionOf(store, edit.collection).findOne(edit.id).exec()
      const document = definitionOf(edit.collection).parse(edit.document)
      if (here === null || document === undefined) return [edit]
      const content = definitionOf(edit.collection).merge(plain(here), document)
      // Saved meanwhile, by whatever way
      if (content.row_version > 0) return []
      return [{ ...edit, document: content }]
    }),
  )
  const unreadable = edits.flatMap(({ collection, id, document, stored }): ParkedEdit[] => {
    const { _rev, _meta, _attachments, _deleted, ...content } = stored
    if (document !== undefined) return []
    return [{ collection, id, code: 'invalid', document: content, base: null, parkedAt: store.now() }]
  })
  const parked = [...joined.flat(), ...unreadable]
  if (parked.length > 0) await store.outbox.park(parked)
}

/** Lays edits of one collection over what is there; many at once where nothing is. */
async function lay(store: Store, name: CollectionName, edits: OlderEdit[]): Promise<void> {
  const collection = collectionOf(store, name)
  const documents = edits.flatMap(({ document }) => document ?? [])
  const here = await collection.findByIds(documents.map(({ id }) => id)).exec()
  const occupied = new Map(
    documents.filter(({ id }) => here.has(id)).map((document) => [document.id, document]),
  )
  for (const run of ascendingRuns(documents.filter(({ id }) => !here.has(id)))) {
    const byId = new Map(run.map((document) => [document.id, document]))
    const written = await writeDocuments(collection, [...byId.keys()], (id, current) =>
      current === undefined ? byId.get(id) : undefined,
    )
    for (const id of written) byId.delete(id)
    for (const [id, document] of byId) occupied.set(id, document)
  }
  for (const document of occupied.values()) {
    await writeDocument(collection, document.id, (current) => {
      if (current === undefined) return document
      const joined = definitionOf(name).merge(current, document)
      return joined.row_version > 0 || canonical(joined) === canonical(current) ? undefined : joined
    })
  }
}

/** What is written at once goes up in the order of the ids; so a run ends where that would change the order of writing. */
function ascendingRuns(documents: SyncedDocument[]): SyncedDocument[][] {
  const runs: SyncedDocument[][] = []
  for (const document of documents) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || last.id > document.id) runs.push([document])
    else run.push(document)
  }
  return runs
}

const keyOf = ({ collection, id }: { collection: string; id: string }): string => editKey(collection, id)
const contentOf = ({ document, stored }: OlderEdit): string => canonical(document ?? stored)

function splitKey(key: string): [collection: CollectionName, id: string] {
  const slash = key.indexOf('/')
  // Keys are made of collections of this build's registry (older-store.ts)
  return [key.slice(0, slash) as CollectionName, key.slice(slash + 1)]
}

// The twelve collections have no common document type; each meets only its own documents
const collectionOf = (store: Store, name: CollectionName): RxCollection<SyncedDocument> =>
  store.collections[name] as unknown as RxCollection<SyncedDocument>
const definitionOf = (name: CollectionName): CollectionDefinition<SyncedDocument> =>
  COLLECTIONS[name] as unknown as CollectionDefinition<SyncedDocument>
