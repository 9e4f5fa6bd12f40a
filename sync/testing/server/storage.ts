import type { CollectionName } from '../../collections/registry.ts'

/** A row. A column that is null is absent. */
export type Row = Record<string, unknown> & { id: string; row_version: number }

/** The replicated tables under their collections' names, and what the server keeps beside them. */
export type RelationName =
  | CollectionName
  | 'met'
  | 'touched'
  | 'departed'
  | 'revocations'
  | 'blocks'
  | 'epochs'
  | 'totals'

/** A text column; '' when it is null. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}
const user = (row: Row): string[] => [textOf(row, 'user_id')]

/** Under which keys a relation's rows can be found without looking at all of them. */
const KEYS = {
  videos: (row) => [
    ...(row['on_shelf'] !== false && row['is_hidden'] !== true ? ['shelf'] : []),
    `youtube:${textOf(row, 'youtube_id')}`,
    `youtuber:${textOf(row, 'youtuber')}`,
  ],
  profiles: (row) => [row.id],
  favorites: user,
  ratings: user,
  notifications: (row) => [textOf(row, 'user_id'), `sender:${textOf(row, 'sender_id')}`],
  notification_reads: user,
  conversations: (row) => [textOf(row, 'user1_id'), textOf(row, 'user2_id')],
  messages: (row) => [
    textOf(row, 'sender_id'),
    textOf(row, 'recipient_id'),
    `conversation:${textOf(row, 'conversation_id')}`,
  ],
  connections: (row) => [textOf(row, 'user_id'), textOf(row, 'connected_user_id')],
  history: user,
  settings: user,
  relations: user,
  met: (row) => [textOf(row, 'user_id'), `met:${textOf(row, 'document_id')}`],
  touched: (row) => [textOf(row, 'user_id'), `video:${textOf(row, 'document_id')}`],
  departed: () => ['all'],
  revocations: (row) => [textOf(row, 'user_id'), `${textOf(row, 'user_id')}/${textOf(row, 'collection')}`],
  blocks: (row) => [textOf(row, 'blocker_id'), textOf(row, 'blocked_id')],
  epochs: user,
  totals: (row) => (row['is_unpublished'] === true ? ['unpublished'] : []),
} as const satisfies Record<RelationName, (row: Row) => string[]>

export const RELATIONS = Object.keys(KEYS) as RelationName[]

/** What a row is ordered and answered by: the document it is about. */
export const documentIdOf = (row: Row): string =>
  typeof row['document_id'] === 'string' ? row['document_id'] : row.id

const inOrder = (a: Row, b: Row): number => {
  if (a.row_version !== b.row_version) return a.row_version - b.row_version
  const [left, right] = [documentIdOf(a), documentIdOf(b)]
  return left === right ? 0 : left < right ? -1 : 1
}

type Shelf = { byId: Map<string, Row>; sorted: Row[] | undefined }

/** The committed rows of one relation. Sorting is put off until somebody pulls, and costs little when little has changed. */
export class Relation {
  readonly byId = new Map<string, Row>()
  readonly #shelves = new Map<string, Shelf>()
  readonly #keysOf: (row: Row) => string[]
  constructor(name: RelationName) {
    this.#keysOf = KEYS[name]
  }

  set(row: Row): void {
    this.delete(row.id)
    this.byId.set(row.id, row)
    for (const key of this.#keysOf(row)) {
      const shelf = this.#shelves.get(key) ?? { byId: new Map<string, Row>(), sorted: undefined }
      shelf.byId.set(row.id, row)
      shelf.sorted = undefined
      this.#shelves.set(key, shelf)
    }
  }

  delete(id: string): void {
    const row = this.byId.get(id)
    if (row === undefined) return
    this.byId.delete(id)
    for (const key of this.#keysOf(row)) {
      const shelf = this.#shelves.get(key)
      shelf?.byId.delete(id)
      if (shelf !== undefined) shelf.sorted = undefined
    }
  }

  of(key: string): Iterable<Row> {
    return this.#shelves.get(key)?.byId.values() ?? []
  }

  /** Rows under a key above (version, id), in order. Lazy: take what you need. */
  *after(key: string, version: number, id: string): Generator<Row, undefined> {
    const shelf = this.#shelves.get(key)
    if (shelf === undefined) return
    shelf.sorted ??= [...shelf.byId.values()].toSorted(inOrder)
    const { sorted } = shelf
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const row = sorted[middle]
      const isAbove =
        row !== undefined &&
        (row.row_version > version || (row.row_version === version && documentIdOf(row) > id))
      if (isAbove) high = middle
      else low = middle + 1
    }
    for (let at = low; at < sorted.length; at++) {
      const row = sorted[at]
      if (row !== undefined) yield row
    }
  }
}

/** A row is locked by a transaction that is still open. */
export class Blocked extends Error {
  constructor(what: string) {
    super(`${what} is locked by an open transaction`)
  }
}

/** Counters that no transaction takes back, and everything committed. */
export class Storage {
  #relations = emptyRelations()
  readonly open = new Set<Transaction>()
  readonly locks = new Map<string, Transaction>()
  lastVersion = 1000
  lastSeq = 0
  realmEpoch = 1

  relation(name: RelationName): Relation {
    return this.#relations[name]
  }

  /** Every version below has ended: its rows are visible now or never will be. */
  horizon(): number {
    let lowest = this.lastVersion + 1
    for (const { version } of this.open) if (version !== undefined && version < lowest) lowest = version
    return lowest
  }

  snapshot(): Snapshot {
    const rows = RELATIONS.map((name): [RelationName, Row[]] => [
      name,
      [...this.relation(name).byId.values()],
    ])
    return { rows, realmEpoch: this.realmEpoch, lastSeq: this.lastSeq, lastVersion: this.lastVersion }
  }

  /** Everything as it was; open transactions are gone. */
  restore(snapshot: Snapshot): void {
    for (const transaction of this.open) transaction.rollback()
    this.#relations = emptyRelations()
    for (const [name, rows] of snapshot.rows) for (const row of rows) this.relation(name).set(row)
    this.realmEpoch = snapshot.realmEpoch
    this.lastSeq = snapshot.lastSeq
    this.lastVersion = Math.max(this.lastVersion, snapshot.lastVersion)
  }
}

/** A copy of the database. Rows are never changed in place, so a copy holds the rows themselves. */
export type Snapshot = {
  rows: [RelationName, Row[]][]
  realmEpoch: number
  lastSeq: number
  lastVersion: number
}

function emptyRelations(): Record<RelationName, Relation> {
  // Every name is in the list
  return Object.fromEntries(RELATIONS.map((name) => [name, new Relation(name)])) as Record<
    RelationName,
    Relation
  >
}

type Written = { relation: RelationName; id: string; before: Row | null | undefined }

/** What one transaction sees and writes; nobody else sees it before `commit`. */
export class Transaction {
  readonly #storage: Storage
  readonly #rows = new Map<RelationName, Map<string, Row | null>>()
  readonly #written: Written[] = []
  readonly #holdsLocks: boolean
  readonly #makeVersion: () => number
  /** `now()`: when it began, ms. */
  readonly at: number
  version: number | undefined

  constructor(storage: Storage, options: { at: number; holdsLocks: boolean; makeVersion: () => number }) {
    this.#storage = storage
    this.at = options.at
    this.#holdsLocks = options.holdsLocks
    this.#makeVersion = options.makeVersion
    if (options.holdsLocks) storage.open.add(this)
  }

  get(relation: RelationName, id: string): Row | undefined {
    const own = this.#rows.get(relation)?.get(id)
    return own === undefined ? this.#storage.relation(relation).byId.get(id) : (own ?? undefined)
  }

  /** Rows under a key, in no order. */
  of(relation: RelationName, key: string): Row[] {
    const own = this.#rows.get(relation)
    const committed = [...this.#storage.relation(relation).of(key)]
    if (own === undefined || own.size === 0) return committed
    const keysOf: (row: Row) => string[] = KEYS[relation]
    return [
      ...committed.filter(({ id }) => !own.has(id)),
      ...[...own.values()].filter((row) => row !== null).filter((row) => keysOf(row).includes(key)),
    ]
  }

  all(relation: RelationName): Row[] {
    const own = this.#rows.get(relation) ?? new Map<string, Row | null>()
    const committed = [...this.#storage.relation(relation).byId.values()].filter(({ id }) => !own.has(id))
    return [...committed, ...[...own.values()].filter((row) => row !== null)]
  }

  /** Committed rows under a key, in order; for a transaction that only reads. */
  after(relation: RelationName, key: string, version: number, id: string): Iterable<Row> {
    return this.#storage.relation(relation).after(key, version, id)
  }

  /** This transaction's version, which it gets with its first write. */
  writing(): number {
    this.version ??= this.#makeVersion()
    return this.version
  }

  /** Locks a row, which gives the transaction its version. */
  lock(row: string): void {
    if (this.hold(row)) this.writing()
  }

  /** To find a row there already, one waits for who is changing it. */
  waitFor(what: string): void {
    const holder = this.#storage.locks.get(what)
    if (holder !== undefined && holder !== this) throw new Blocked(what)
  }

  /** Holds something that is no row; answers whether it stays held. */
  hold(what: string): boolean {
    this.waitFor(what)
    if (this.#holdsLocks) this.#storage.locks.set(what, this)
    return this.#holdsLocks
  }

  /** Writes a row as it is given; a version is the caller's to set. */
  put(relation: RelationName, row: Row): void {
    this.#write(relation, row.id, row)
  }

  remove(relation: RelationName, id: string): void {
    this.#write(relation, id, null)
  }

  #write(relation: RelationName, id: string, row: Row | null): void {
    this.writing()
    this.lock(`${relation}/${id}`)
    const rows = this.#rows.get(relation) ?? new Map<string, Row | null>()
    this.#rows.set(relation, rows)
    this.#written.push({ relation, id, before: rows.get(id) })
    rows.set(id, row)
  }

  /** Does this work or none of it, as a subtransaction. */
  attempt<Result>(work: () => Result): Result {
    const mark = this.#written.length
    try {
      return work()
    } catch (error) {
      for (const { relation, id, before } of this.#written.splice(mark).toReversed()) {
        const rows = this.#rows.get(relation)
        if (before === undefined) rows?.delete(id)
        else rows?.set(id, before)
      }
      throw error
    }
  }

  /** Makes it all visible; answers what was written, the last state of each row. */
  commit(): { relation: RelationName; row: Row | null; before: Row | undefined }[] {
    const written = [...this.#rows].flatMap(([relation, rows]) =>
      [...rows].map(([id, row]) => {
        const committed = this.#storage.relation(relation)
        const before = committed.byId.get(id)
        if (row === null) committed.delete(id)
        else committed.set(row)
        return { relation, row, before }
      }),
    )
    this.#end()
    return written
  }

  rollback(): void {
    this.#end()
  }

  #end(): void {
    this.#rows.clear()
    this.#storage.open.delete(this)
    for (const [what, holder] of this.#storage.locks) if (holder === this) this.#storage.locks.delete(what)
  }
}
