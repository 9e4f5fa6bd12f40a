import { canonical } from '../collections/join.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'

/** Fields that only devices have. */
const DEVICE_ONLY = [
  'recent_key',
  'review_key',
  'sync_epoch',
  'retries',
  'server_version',
  'my_read_seq',
  'row_version',
]
const DEVICE_ONLY_IN: Partial<Record<CollectionName, string[]>> = { messages: ['edited_at'] }

const columnsOf = (name: CollectionName): string[] => {
  const local = new Set([...DEVICE_ONLY, ...(DEVICE_ONLY_IN[name] ?? [])])
  return Object.keys(COLLECTIONS[name].schema.properties).filter(
    (column) => !column.startsWith('_') && !local.has(column),
  )
}
const columns = new Map<CollectionName, string[]>()

/** A row of the server and the device's document of it in one form: what both can hold, nothing that is empty, times as moments. */
export function comparable(name: CollectionName, row: Record<string, unknown>): string {
  const known = columns.get(name) ?? columnsOf(name)
  columns.set(name, known)
  const entries = known.flatMap((column) => {
    const value = row[column]
    return isEmpty(value) ? [] : [[column, normal(column, value)]]
  })
  return canonical(Object.fromEntries(entries))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === 0 || value === '' || value === false

const normal = (column: string, value: unknown): unknown =>
  typeof value === 'string' && /_(at|time)$/.test(column) ? Date.parse(value) : value
