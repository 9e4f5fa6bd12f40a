import {
  createRxDatabase,
  getChangedDocumentsSince,
  type MangoQuery,
  type RxCollection,
  type RxJsonSchema,
  type RxStorage,
} from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { getFastDexieStorage } from '../storage/fast-dexie.ts'

type Note = { id: string; kind: string; done: boolean; rank: number; key: string; note?: string }

const SCHEMA: RxJsonSchema<Note> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    kind: { type: 'string', maxLength: 10 },
    done: { type: 'boolean' },
    rank: { type: 'number', minimum: 0, maximum: 1000, multipleOf: 1 },
    key: { type: 'string', maxLength: 14 },
    note: { type: 'string' },
  },
  required: ['id', 'kind', 'done', 'rank', 'key'],
  indexes: [['key'], ['done', 'key'], ['kind', 'rank'], ['rank']],
}

const KINDS = ['red', 'green', 'blue']
const COUNT = 300

/** Small deterministic random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Difference = { query: unknown; stock: string; fast: string }

/** Asks the stock storage and ours the same random questions over the same documents. Answers how many were asked and where they differ. */
export async function compareStorages(
  seed: number,
  rounds: number,
): Promise<{ asked: number; differences: Difference[] }> {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const notes = Array.from({ length: COUNT }, (_, index): Note => ({
    id: `note-${String(index).padStart(4, '0')}`,
    kind: pick(KINDS),
    done: random() < 0.5,
    rank: Math.floor(random() * 40),
    key: String(Math.floor(random() * 100)).padStart(14, '0'),
    ...(random() < 0.5 ? { note: `n${Math.floor(random() * 5)}` } : {}),
  }))
  const stock = await filled(`stock-${seed}`, getRxStorageDexie(), notes)
  const fast = await filled(`fast-${seed}`, getFastDexieStorage(), notes)
  const differences: Difference[] = []
  for (let round = 0; round < rounds; round++) {
    const query = randomQuery(random, pick)
    const [a, b] = await Promise.all([answer(stock.collection, query), answer(fast.collection, query)])
    if (a !== b) differences.push({ query, stock: a, fast: b })
  }
  const changes = await Promise.all([allChanges(stock.collection), allChanges(fast.collection)])
  if (changes[0] !== changes[1]) differences.push({ query: 'changes', stock: changes[0], fast: changes[1] })
  await Promise.all([stock.close(), fast.close()])
  return { asked: rounds + 1, differences }
}

type Filled = { collection: RxCollection<Note>; close: () => Promise<unknown> }

// oxlint-disable-next-line no-explicit-any -- RxDB's own signature of a storage of any kind
async function filled(name: string, storage: RxStorage<any, any>, notes: Note[]): Promise<Filled> {
  const database = await createRxDatabase({ name, storage, multiInstance: false })
  const { notes: collection } = (await database.addCollections({ notes: { schema: SCHEMA } })) as {
    notes: RxCollection<Note>
  }
  await collection.bulkInsert(notes)
  await collection.bulkRemove(notes.filter((_, index) => index % 13 === 0).map(({ id }) => id))
  await collection.bulkUpsert(
    notes.filter((_, index) => index % 7 === 1).map((note) => ({ ...note, rank: note.rank + 1 })),
  )
  return { collection, close: () => database.close() }
}

function randomQuery(random: () => number, pick: <Item>(items: readonly Item[]) => Item): MangoQuery<Note> {
  const selector: Record<string, unknown> = {}
  if (random() < 0.4) selector['done'] = random() < 0.5
  if (random() < 0.3) selector['kind'] = pick([...KINDS, 'none'])
  if (random() < 0.3) selector['rank'] = { [pick(['$gt', '$gte', '$lt', '$lte'])]: Math.floor(random() * 40) }
  if (random() < 0.3)
    selector['key'] = { [pick(['$gt', '$lte'])]: String(Math.floor(random() * 100)).padStart(14, '0') }
  if (random() < 0.2) selector['note'] = pick(['n1', 'n2'])
  if (random() < 0.1) selector['id'] = { $in: ['note-0001', 'note-0013', 'note-0020', 'note-9999'] }
  const query: MangoQuery<Note> = { selector }
  const sort = pick([undefined, 'key', 'rank', 'id'] as const)
  if (sort !== undefined)
    query.sort = [
      { [sort]: pick(['asc', 'asc', 'desc']) } as never,
      ...(sort === 'id' ? [] : [{ id: 'asc' } as never]),
    ]
  if (random() < 0.6) query.limit = Math.floor(random() * 60)
  if (random() < 0.3) query.skip = Math.floor(random() * 20)
  return query
}

async function answer(collection: RxCollection<Note>, query: MangoQuery<Note>): Promise<string> {
  const found = await collection.find(structuredClone(query)).exec()
  const { limit: _limit, skip: _skip, sort: _sort, ...countable } = query
  const counted = await collection
    .count(structuredClone(countable))
    .exec()
    .catch(() => 'not countable')
  return JSON.stringify([found.map((doc) => doc.toJSON()), counted])
}

/** Every id in the order of its last write, read in small pages, deleted ones included. */
async function allChanges(collection: RxCollection<Note>): Promise<string> {
  const seen: string[] = []
  let checkpoint: unknown
  for (;;) {
    const page = await getChangedDocumentsSince(collection.storageInstance, 17, checkpoint)
    if (page.documents.length === 0) return seen.join()
    seen.push(...page.documents.map((doc) => `${doc.id}${doc._deleted ? '!' : ''}`))
    checkpoint = page.checkpoint
  }
}
