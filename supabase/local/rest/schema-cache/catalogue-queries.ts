/**
 * What is read from PostgreSQL's catalogue, one JSON document per row. All of it runs with an empty search path, so
 * that types and default expressions come back with the names of their schemas.
 */

const NOT_SYSTEM = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and not pg_is_other_temp_schema(n.oid)`

/** Every table and view with its columns. Views carry the node tree of their query, the source of their columns. */
export const RELATIONS = `
select json_build_object(
  'oid', c.oid::bigint, 'schema', n.nspname, 'name', c.relname, 'isView', c.relkind in ('v', 'm'),
  'insertable', c.relkind in ('r', 'p') or (pg_relation_is_updatable(c.oid, true) & 8) = 8,
  'updatable', c.relkind in ('r', 'p') or (pg_relation_is_updatable(c.oid, true) & 4) = 4,
  'deletable', c.relkind in ('r', 'p') or (pg_relation_is_updatable(c.oid, true) & 16) = 16,
  'query', (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN'),
  'columns', coalesce((
    select json_agg(json_build_object(
      'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'defaultSql', case
        when a.attgenerated <> '' then null
        when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        else pg_get_expr(d.adbin, d.adrelid) end
    ) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]')
) as document
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${NOT_SYSTEM}
order by n.nspname, c.relname`

/** Primary, unique and foreign keys. Of a partitioned table only the parent's. */
export const CONSTRAINTS = `
select json_build_object(
  'name', k.conname, 'kind', k.contype, 'relation', k.conrelid::bigint, 'columns', k.conkey,
  'foreignRelation', k.confrelid::bigint, 'foreignColumns', coalesce(k.confkey, '{}')
) as document
from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and not c.relispartition and ${NOT_SYSTEM}
order by c.relname, k.conname`

/** Functions of the exposed schemas ($1) that can be called with arguments by name, or with one unnamed JSON argument. */
export const FUNCTIONS = `
select json_build_object(
  'schema', n.nspname, 'name', p.proname, 'returnsSet', p.proretset,
  'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
  'returns', case
    when t.oid = 'pg_catalog.void'::regtype then 'void'
    when t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false) then 'composite'
    else 'scalar' end,
  'returnedRow', case when row_type.oid is not null then json_build_object('schema', row_schema.nspname, 'name', row_type.relname) end,
  'parameters', coalesce(args.list, '[]')
) as document
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type declared on declared.oid = p.prorettype
join pg_type t on t.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
left join pg_class row_type on row_type.oid = t.typrelid
left join pg_namespace row_schema on row_schema.oid = row_type.relnamespace
left join lateral (
  select
    json_agg(json_build_object(
      'name', coalesce(a.name, ''), 'variadic', coalesce(a.mode = 'v', false),
      'required', a.position <= p.pronargs - p.pronargdefaults,
      'type', case a.type
        when 'bit'::regtype then 'bit varying' when 'bit[]'::regtype then 'bit varying[]'
        when 'character'::regtype then 'character varying' when 'character[]'::regtype then 'character varying[]'
        else format_type(a.type, null) end
    ) order by a.position) as list,
    count(*) filter (where coalesce(a.name, '') = '') as unnamed,
    count(*) as total,
    bool_or(a.type in ('json'::regtype, 'jsonb'::regtype)) as has_json
  from (
    select u.name, u.mode, u.type, row_number() over (order by u.ordinal) as position
    from unnest(
      p.proargnames,
      p.proargmodes::text[],
      coalesce(p.proallargtypes, p.proargtypes::oid[])
    ) with ordinality as u(name, mode, type, ordinal)
    where u.type is not null and coalesce(u.mode, 'i') in ('i', 'b', 'v')
  ) a
) args on true
where n.nspname = any($1) and p.prokind = 'f'
  and t.oid not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  and (coalesce(args.unnamed, 0) = 0 or (args.total = 1 and args.has_json))
order by n.nspname, p.proname, p.pronargs, p.oid`

/** Functions of the exposed schemas ($1) that are relationships: from a row of one table to rows of another. */
export const COMPUTED_RELATIONSHIPS = `
select json_build_object(
  'function', json_build_object('schema', n.nspname, 'name', p.proname),
  'table', json_build_object('schema', given_schema.nspname, 'name', given.relname),
  'foreignTable', json_build_object('schema', returned_schema.nspname, 'name', returned.relname),
  'isSingle', not p.proretset or p.prorows = 1
) as document
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_class given on given.reltype = p.proargtypes[0] and given.relkind in ('r', 'v', 'm', 'f', 'p')
join pg_namespace given_schema on given_schema.oid = given.relnamespace
join pg_class returned on returned.reltype = p.prorettype and returned.relkind in ('r', 'v', 'm', 'f', 'p')
join pg_namespace returned_schema on returned_schema.oid = returned.relnamespace
where n.nspname = any($1) and p.pronargs = 1
order by n.nspname, p.proname, given.relname`

/** The function that every request is put before, where the role that logs in names one. */
export const PRE_REQUEST = `
select json_build_object('schema', names[cardinality(names) - 1], 'name', names[cardinality(names)]) as document
from pg_roles r
cross join lateral unnest(r.rolconfig) c
cross join lateral parse_ident(substr(c, strpos(c, '=') + 1)) names
where r.rolname = current_user and starts_with(c, 'pgrst.db_pre_request=') and cardinality(names) = 2`

/** Settings of roles that any session may change. */
export const ROLE_SETTINGS = `
select json_build_object('role', r.rolname, 'name', s.name, 'value', s.value) as document
from pg_roles r
cross join lateral (
  select split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as value from unnest(r.rolconfig) c
) s
join pg_settings known on known.name = s.name and known.context = 'user'
where s.name not in ('role', 'search_path')`
