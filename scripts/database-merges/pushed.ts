import type { Register, RegisterTable } from '../../sync/schema/registers.ts'
import { allFieldsOf, timesOf } from './expressions.ts'

export const functionOf = (signature: string, returns: string, body: string, language = 'plpgsql'): string =>
  `create function private.${signature} returns ${returns}
language ${language}
set search_path = ''
as $$
${body}
$$;
`

export const keyNames = ({ key }: RegisterTable): string[] => Object.keys(key).filter((name) => name !== 'id')

/** The columns of a pushed row with their types. */
export function pushedColumns(table: RegisterTable): string[] {
  const id = table.key['id']?.type ?? 'text'
  return [
    `id ${id}`,
    'user_id uuid',
    ...keyNames(table).map((name) => `${name} ${table.key[name]?.type}`),
    ...allFieldsOf(table).map(([name, { type }]) => `${name} ${type}`),
    ...timesOf(table).map((name) => `${name} ${table.times === undefined ? 'bigint' : 'jsonb'}`),
  ]
}
export const namesOf = (columns: readonly string[]): string[] =>
  columns.map((column) => column.split(' ')[0] ?? '')

/** When a pushed register was edited. */
export const pushedAt = ({ editedAt, withoutTime }: Register): string =>
  withoutTime === 'never' ? `coalesce(pushed.${editedAt}, 0)` : `pushed.${editedAt}`
