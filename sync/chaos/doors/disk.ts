import { compareKeys, type Key, keyAt, type KeyPath, type KeyRange } from './idb-keys.ts'

export type DiskRecord = { key: Key; value: unknown }
/** An entry of an index: its key, and the record. */
export type Entry = { key: Key; record: DiskRecord }
export type DiskIndex = {
  name: string
  keyPath: KeyPath
  unique: boolean
  multiEntry: boolean
  entries: Entry[] | undefined
}
export type DiskStore = {
  name: string
  keyPath: KeyPath
  autoIncrement: boolean
  nextKey: number
  /** In the order of the keys. */
  records: DiskRecord[]
  indexes: Map<string, DiskIndex>
}
export type DiskDatabase = { name: string; version: number; stores: Map<string, DiskStore> }

/** One value that a transaction put or deleted (undefined). */
export type Change = { store: string; key: Key; value: unknown }

/** What one device has stored; it outlives its processes. */
export type Disk = {
  databases: Map<string, DiskDatabase>
  /** Told of every transaction that is on the disk. */
  onCommit: (database: string, changes: Change[], process: string) => void
  /** So many of the next writing transactions fail for want of space. */
  quotaFailures: number
  /** Was there ever no space? */
  wasFull: boolean
}

/** Where the key is, or would be. */
function positionOf(records: DiskRecord[], key: Key): { at: number; found: boolean } {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const record = records[middle]
    const order = record === undefined ? 0 : compareKeys(record.key, key)
    if (order === 0) return { at: middle, found: true }
    if (order < 0) low = middle + 1
    else high = middle
  }
  return { at: low, found: false }
}

const touched = (store: DiskStore): void => {
  for (const index of store.indexes.values()) index.entries = undefined
}

export function getRecord(store: DiskStore, key: Key): DiskRecord | undefined {
  const { at, found } = positionOf(store.records, key)
  return found ? store.records[at] : undefined
}

/** Puts a record, answering the one that it replaced. */
export function putRecord(store: DiskStore, record: DiskRecord): DiskRecord | undefined {
  const { at, found } = positionOf(store.records, record.key)
  const before = found ? store.records[at] : undefined
  store.records.splice(at, found ? 1 : 0, record)
  touched(store)
  return before
}

export function deleteRecord(store: DiskStore, key: Key): DiskRecord | undefined {
  const { at, found } = positionOf(store.records, key)
  if (!found) return undefined
  const [before] = store.records.splice(at, 1)
  touched(store)
  return before
}

export const recordsIn = (store: DiskStore, range: KeyRange): DiskRecord[] =>
  store.records.filter(({ key }) => range.includes(key))

/** The entries whose index key is in the range, in the index's order. */
export function entriesIn(store: DiskStore, index: DiskIndex, range: KeyRange): Entry[] {
  index.entries ??= entriesOf(store, index)
  return index.entries.filter(({ key }) => range.includes(key))
}

function entriesOf(store: DiskStore, index: DiskIndex): Entry[] {
  const entries = store.records.flatMap((record): Entry[] => {
    const key = keyAt(record.value, index.keyPath)
    if (key === undefined) return []
    if (index.multiEntry && Array.isArray(key)) return key.map((one) => ({ key: one, record }))
    return [{ key, record }]
  })
  return entries.toSorted((a, b) => compareKeys(a.key, b.key) || compareKeys(a.record.key, b.record.key))
}
