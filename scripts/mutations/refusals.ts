import type { ClientBase } from 'pg'
import type { Mutation } from './mutation.ts'

const FUNCTIONS = `
select proname as object, pg_get_functiondef(pg_proc.oid) as source
from pg_proc join pg_language on pg_language.oid = prolang
where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and lanname = 'plpgsql'
order by pg_proc.oid::regprocedure::text collate "C"`

/** A raised exception with all its options; the `raise` that passes a caught one on is none. */
const REFUSAL = /\braise\s+(?!(?:notice|log|info|warning|debug)\b)\w+(?:'(?:[^']|'')*'|[^';])*;/g

/** Every refusal of every function, unsaid. */
export async function refusalMutations(client: ClientBase): Promise<Mutation[]> {
  const { rows } = await client.query<{ object: string; source: string }>(FUNCTIONS)
  return rows.flatMap(({ object, source }) =>
    [...source.matchAll(REFUSAL)].map(({ 0: refusal, index }, place) => ({
      kind: 'refusal',
      object,
      name: `unsaid: ${object} ${place + 1}: ${refusal.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
      sql: `${source.slice(0, index)}null;${source.slice(index + refusal.length)}`,
    })),
  )
}
