import type { ClientBase } from 'pg'
import type { Mutation } from './mutation.ts'

/** Whole relations: each verb that a role does not have of them. */
const RELATIONS = `
select relname as object, format('%s on %s to %I', verb, pg_class.oid::regclass, role) as given
from
  pg_class,
  unnest(array['anon', 'authenticated']) as role,
  unnest(array['select', 'insert', 'update', 'delete']) as verb
where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v')
  and not has_table_privilege(role, pg_class.oid, verb)
order by 2`

/** Single columns, where a role has the verb of some columns of the table and not of this one. */
const COLUMNS = `
select relname as object, format('%s (%I) on %s to %I', verb, attname, attrelid::regclass, role) as given
from
  pg_attribute join pg_class on pg_class.oid = attrelid,
  unnest(array['anon', 'authenticated']) as role,
  unnest(array['select', 'insert', 'update']) as verb
where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v')
  and attnum > 0 and not attisdropped and attgenerated = ''
  and has_any_column_privilege(role, attrelid, verb) and not has_column_privilege(role, attrelid, attnum, verb)
order by 2`

/** What members and visitors have is taken from them. */
const TAKEN = `
select relname as object, format('%s on %s from %I', verb, pg_class.oid::regclass, role) as given
from
  pg_class,
  unnest(array['anon', 'authenticated']) as role,
  unnest(array['select', 'insert', 'update', 'delete']) as verb
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
  and case when verb = 'delete' then has_table_privilege(role, pg_class.oid, verb) else has_any_column_privilege(role, pg_class.oid, verb) end
order by 2`

/** Functions, run by whoever may not run them. */
const FUNCTIONS = `
select proname as object, format('execute on function %s to %I', pg_proc.oid::regprocedure, role) as given
from pg_proc, unnest(array['anon', 'authenticated']) as role
where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f' and prorettype <> 'trigger'::regtype
  and not has_function_privilege(role, pg_proc.oid, 'execute')
order by 2`

/** Every verb of a table, column or function given to whoever does not have it, and taken from whoever has it. */
export async function grantMutations(client: ClientBase): Promise<Mutation[]> {
  const found = async (kind: string, verb: 'grant' | 'revoke', query: string): Promise<Mutation[]> => {
    const { rows } = await client.query<{ object: string; given: string }>(query)
    return rows.map(({ object, given }) => ({
      kind,
      object,
      name: `${verb === 'grant' ? 'given' : 'taken'}: ${given}`,
      sql: `${verb} ${given}`,
    }))
  }
  return [
    ...(await found('grant', 'grant', RELATIONS)),
    ...(await found('column', 'grant', COLUMNS)),
    ...(await found('taken', 'revoke', TAKEN)),
    ...(await found('execute', 'grant', FUNCTIONS)),
  ]
}
