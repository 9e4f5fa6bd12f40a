import type { ClientBase } from 'pg'
import type { Mutation } from './mutation.ts'

const OURS = `in ('public'::regnamespace, 'private'::regnamespace)`

const CONSTRAINTS = `
select
  relname as object,
  case contype when 'c' then 'check' when 'f' then 'reference' else 'unique' end as kind,
  format('%I on %s', conname, conrelid::regclass) as named,
  format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as sql
from pg_constraint join pg_class on pg_class.oid = conrelid
where connamespace ${OURS} and contype in ('c', 'x', 'u', 'f')
union all
select owner.relname, 'unique', indexrelid::regclass::text, format('drop index %s', indexrelid::regclass)
from pg_index join pg_class as owner on owner.oid = indrelid
where indisunique and owner.relnamespace ${OURS} and not exists (select from pg_constraint where conindid = indexrelid)
order by 3`

const TRIGGERS = `
select relname as object, format('%I on %s', tgname, tgrelid::regclass) as named
from pg_trigger
join pg_class on pg_class.oid = tgrelid
join pg_proc on pg_proc.oid = tgfoid
where not tgisinternal and pronamespace ${OURS} and pg_has_role(relowner, 'usage')
order by 2`

/** Every check, uniqueness, exclusion and reference dropped, and every trigger on a table that is ours (those of auth's are not ours to drop). */
export async function constraintMutations(client: ClientBase): Promise<Mutation[]> {
  const constraints = await client.query<{ object: string; kind: string; named: string; sql: string }>(
    CONSTRAINTS,
  )
  const triggers = await client.query<{ object: string; named: string }>(TRIGGERS)
  return [
    ...constraints.rows.map(({ object, kind, named, sql }) => ({
      kind,
      object,
      name: `dropped: ${named}`,
      sql,
    })),
    // Dropped, not disabled: stories themselves disable all and enable them again
    ...triggers.rows.map(({ object, named }) => ({
      kind: 'trigger',
      object,
      name: `dropped: trigger ${named}`,
      sql: `drop trigger ${named}`,
    })),
  ]
}
