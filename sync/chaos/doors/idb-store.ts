import { cloneData } from './clone.ts'
import {
  deleteRecord,
  type DiskIndex,
  type DiskStore,
  type Entry,
  getRecord,
  putRecord,
  entriesIn,
  recordsIn,
} from './disk.ts'
import { isKey, type Key, keyAt, type KeyPath, KeyRange } from './idb-keys.ts'
import type { IdbRequest, IdbTransaction } from './idb-transaction.ts'

/** DOMStringList, as far as anybody uses it. */
export function nameList(names: Iterable<string>): string[] & { contains: (name: string) => boolean } {
  const list = [...names].toSorted()
  return Object.assign(list, { contains: (name: string) => list.includes(name) })
}

type Source = { find: (range: KeyRange) => Entry[] }

/** What stores and indexes can be asked alike. */
class Readable {
  readonly transaction: IdbTransaction
  readonly #source: Source
  constructor(transaction: IdbTransaction, source: Source) {
    this.transaction = transaction
    this.#source = source
  }
  get(query: unknown): IdbRequest {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () => cloneData(this.#source.find(range)[0]?.record.value))
  }
  getKey(query: unknown): IdbRequest {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () => this.#source.find(range)[0]?.record.key)
  }
  getAll(query?: unknown, count?: number): IdbRequest {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () =>
      this.#source
        .find(range)
        .slice(0, count || undefined)
        .map(({ record }) => cloneData(record.value)),
    )
  }
  getAllKeys(query?: unknown, count?: number): IdbRequest {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () =>
      this.#source
        .find(range)
        .slice(0, count || undefined)
        .map(({ record }) => record.key),
    )
  }
  count(query?: unknown): IdbRequest {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () => this.#source.find(range).length)
  }
  openCursor(query?: unknown, direction = 'next'): IdbRequest {
    return this.#cursor(query, direction, true)
  }
  openKeyCursor(query?: unknown, direction = 'next'): IdbRequest {
    return this.#cursor(query, direction, false)
  }
  #cursor(query: unknown, direction: string, hasValue: boolean): IdbRequest {
    const range = KeyRange.of(query)
    return openCursor(this.transaction, hasValue, () => {
      const found = this.#source.find(range)
      return direction.startsWith('prev') ? found.toReversed() : found
    })
  }
}

/** A cursor over what was there when it was opened. Each step forward fires `success` of the same request again. */
function openCursor(transaction: IdbTransaction, hasValue: boolean, find: () => Entry[]): IdbRequest {
  let found: Entry[] = []
  let at = 0
  const step = (): unknown => (at < found.length ? cursor : null)
  const advance = (count: number): void => {
    at += count
    transaction.ask(null, step, request)
  }
  const cursor = {
    get key() {
      return found[at]?.key
    },
    get primaryKey() {
      return found[at]?.record.key
    },
    get value() {
      return hasValue ? cloneData(found[at]?.record.value) : undefined
    },
    advance,
    continue: () => advance(1),
  }
  const request: IdbRequest = transaction.ask(null, () => {
    found = find()
    return step()
  })
  return request
}

/** IDBIndex */
class IdbIndex extends Readable {
  readonly name: string
  readonly keyPath: KeyPath
  readonly unique: boolean
  readonly multiEntry: boolean
  constructor(transaction: IdbTransaction, store: DiskStore, index: DiskIndex) {
    super(transaction, { find: (range) => entriesIn(store, index, range) })
    this.name = index.name
    this.keyPath = index.keyPath
    this.unique = index.unique
    this.multiEntry = index.multiEntry
  }
}

/** IDBObjectStore */
export class IdbStore extends Readable {
  readonly name: string
  readonly keyPath: KeyPath
  readonly autoIncrement: boolean
  readonly #store: DiskStore
  constructor(transaction: IdbTransaction, store: DiskStore) {
    super(transaction, {
      find: (range) => recordsIn(store, range).map((record) => ({ key: record.key, record })),
    })
    this.name = store.name
    this.keyPath = store.keyPath
    this.autoIncrement = store.autoIncrement
    this.#store = store
  }
  get indexNames() {
    return nameList(this.#store.indexes.keys())
  }
  index(name: string): IdbIndex {
    const index = this.#store.indexes.get(name)
    if (index === undefined) throw new DOMException(`no index ${name}`, 'NotFoundError')
    return new IdbIndex(this.transaction, this.#store, index)
  }
  createIndex(
    name: string,
    keyPath: KeyPath,
    options: { unique?: boolean; multiEntry?: boolean } = {},
  ): IdbIndex {
    const { unique = false, multiEntry = false } = options
    this.#store.indexes.set(name, { name, keyPath, unique, multiEntry, entries: undefined })
    return this.index(name)
  }
  deleteIndex(name: string): void {
    this.#store.indexes.delete(name)
  }
  put(value: unknown, key?: unknown): IdbRequest {
    return this.#write(value, key, true)
  }
  add(value: unknown, key?: unknown): IdbRequest {
    return this.#write(value, key, false)
  }
  delete(query: unknown): IdbRequest {
    this.#mustWrite()
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () => {
      for (const { key } of recordsIn(this.#store, range)) this.#remove(key)
      return undefined
    })
  }
  clear(): IdbRequest {
    return this.delete(undefined)
  }

  #mustWrite(): void {
    if (this.transaction.mode === 'readonly') throw new DOMException('it only reads', 'ReadOnlyError')
  }

  #remove(key: Key): void {
    const before = deleteRecord(this.#store, key)
    if (before !== undefined)
      this.transaction.changed({ store: this.name, key, value: undefined }, () =>
        putRecord(this.#store, before),
      )
  }

  #write(value: unknown, explicit: unknown, overwrite: boolean): IdbRequest {
    this.#mustWrite()
    const copy = cloneData(value)
    if (explicit !== undefined && !isKey(explicit)) throw new DOMException('not a key', 'DataError')
    const inline = keyAt(copy, this.keyPath)
    if (inline === undefined && explicit === undefined && !this.autoIncrement)
      throw new DOMException('the value has no key', 'DataError')
    return this.transaction.ask(this, () => {
      const key = (explicit as Key | undefined) ?? inline ?? this.#store.nextKey++
      if (typeof this.keyPath === 'string' && inline === undefined)
        Object.assign(copy as object, { [this.keyPath]: key })
      if (!overwrite && getRecord(this.#store, key) !== undefined)
        throw new DOMException('the key exists', 'ConstraintError')
      const before = putRecord(this.#store, { key, value: copy })
      this.transaction.changed({ store: this.name, key, value: copy }, () => {
        if (before === undefined) deleteRecord(this.#store, key)
        else putRecord(this.#store, before)
      })
      return key
    })
  }
}
