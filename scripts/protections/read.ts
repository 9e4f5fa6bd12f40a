import type { ClientBase } from 'pg'

const OURS = `in ('public'::regnamespace, 'private'::regnamespace)`

/** What protects anything, one fact a line. */
const PROTECTIONS = `
select line from (
  select format('row level security  %s: %s', oid::regclass, case when relrowsecurity then 'on' else 'off' end) as line
  from pg_class where relnamespace ${OURS} and relkind in ('r', 'p')

  union all
  select format('view  %s: %s', oid::regclass, coalesce(array_to_string(reloptions, ' '), 'its owner''s rights'))
  from pg_class where relnamespace ${OURS} and relkind = 'v'

  union all
  select format(
    'policy  %s: %s: %s %s to %s%s%s', polrelid::regclass, polname, case when polpermissive then 'allows' else 'restricts' end,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(rolname, ' ' order by rolname) from pg_roles where oid = any (polroles)),
    regexp_replace(' using ' || pg_get_expr(polqual, polrelid), '\\s+', ' ', 'g'),
    regexp_replace(' with check ' || pg_get_expr(polwithcheck, polrelid), '\\s+', ' ', 'g')
  )
  from pg_policy

  union all
  select format('table  %s: %s: %s', pg_class.oid::regclass, role, string_agg(verb, ' ' order by verb))
  from
    pg_class, unnest(array['anon', 'authenticated', 'service_role']) as role,
    unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as verb
  where relnamespace ${OURS} and relkind in ('r', 'p', 'v') and has_table_privilege(role, pg_class.oid, verb)
  group by pg_class.oid, role

  union all
  select format('columns  %s: %s: %s %s', attrelid::regclass, role, verb, string_agg(attname, ' ' order by attnum))
  from
    pg_attribute join pg_class on pg_class.oid = attrelid, unnest(array['anon', 'authenticated']) as role,
    unnest(array['select', 'insert', 'update']) as verb
  where relnamespace ${OURS} and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    and has_column_privilege(role, attrelid, attnum, verb) and not has_table_privilege(role, attrelid, verb)
  group by attrelid, role, verb

  union all
  select format('constraint  %s: %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace ${OURS} and conrelid <> 0 and contype in ('c', 'f', 'p', 'u', 'x')

  union all
  select format('unique index  %s', regexp_replace(pg_get_indexdef(indexrelid), '^.* INDEX ', ''))
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace ${OURS} and indisunique and not exists (select from pg_constraint where conindid = indexrelid)

  union all
  select format('trigger  %s: %s%s', tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid), case when tgenabled = 'O' then '' else ' DISABLED' end)
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and pronamespace ${OURS}

  union all
  select format(
    'function  %s: %s, run by %s', pg_proc.oid::regprocedure, case when prosecdef then 'its owner''s rights' else 'the caller''s rights' end,
    coalesce(string_agg(role, ' ' order by role), 'its owner alone')
  )
  from pg_proc left join unnest(array['anon', 'authenticated', 'service_role']) as role on has_function_privilege(role, pg_proc.oid, 'execute')
  where pronamespace ${OURS} and prokind = 'f'
  group by pg_proc.oid

  union all
  select format('refusal  %s: %s: %s', pg_proc.oid::regprocedure, place, regexp_replace(refusal[1], '\\s+', ' ', 'g'))
  from pg_proc, regexp_matches(prosrc, '\\mraise\\s+((?!notice|log|info|warning|debug)\\w+(?:''(?:[^'']|'''')*''|[^'';])*);', 'g')
    with ordinality as found (refusal, place)
  where pronamespace ${OURS}
) as lines
order by line collate "C"`

/** What protects the tables and functions that are ours, as readable lines in an order that depends on names alone. */
export async function readProtections(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ line: string }>(PROTECTIONS)
  return rows.map(({ line }) => `${line}\n`).join('')
}
