import { noTable } from '../errors/schema-cache-errors.ts'
import { closestName } from './closest-name.ts'
import { keyOf, type QualifiedName, type SchemaCache, type Table } from './model.ts'

export function findTable(cache: SchemaCache, wanted: QualifiedName): Table {
  const table = cache.tables.get(keyOf(wanted))
  if (table !== undefined) return table
  const names = [...cache.tables.values()].flatMap(({ schema, name }) =>
    schema === wanted.schema ? [name] : [],
  )
  throw noTable(wanted, closestName(wanted.name, names))
}
