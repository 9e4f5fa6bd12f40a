import type { ClientBase } from 'pg'
import * as v from 'valibot'

/** A type as PostgreSQL names it; `relation` for rows of one of our tables. */
const TypeName = v.object({ name: v.string(), isArray: v.boolean(), relation: v.nullable(v.string()) })
export type TypeName = v.InferOutput<typeof TypeName>

const Column = v.object({
  name: v.string(),
  type: TypeName,
  isNullable: v.boolean(),
  hasDefault: v.boolean(),
  isGenerated: v.boolean(),
})
export type Column = v.InferOutput<typeof Column>

const Relationship = v.object({
  name: v.string(),
  columns: v.array(v.string()),
  referencedRelation: v.string(),
  referencedColumns: v.array(v.string()),
  isOneToOne: v.boolean(),
})

const Relation = v.object({
  name: v.string(),
  kind: v.picklist(['table', 'view']),
  columns: v.array(Column),
  relationships: v.array(Relationship),
})
export type Relation = v.InferOutput<typeof Relation>

const Routine = v.object({
  name: v.string(),
  parameters: v.array(v.object({ name: v.string(), type: TypeName, hasDefault: v.boolean() })),
  /** The columns of `returns table (…)`; empty for every other result. */
  resultColumns: v.array(v.object({ name: v.string(), type: TypeName })),
  result: TypeName,
  returnsSet: v.boolean(),
})
export type Routine = v.InferOutput<typeof Routine>

const Enumeration = v.object({ name: v.string(), values: v.array(v.string()) })

const Catalogue = v.object({
  relations: v.array(Relation),
  routines: v.array(Routine),
  enumerations: v.array(Enumeration),
})
export type Catalogue = v.InferOutput<typeof Catalogue>

const CATALOGUE = `
with types as (
  select
    pg_type.oid,
    jsonb_build_object(
      'name', coalesce(element.typname, pg_type.typname),
      'isArray', element.oid is not null,
      'relation', pg_class.relname
    ) as type
  from pg_type
  left join pg_type as element on element.oid = pg_type.typelem and pg_type.typcategory = 'A'
  left join pg_class on pg_class.oid = coalesce(element.typrelid, pg_type.typrelid) and pg_class.relkind in ('r', 'v', 'p')
),
columns as (
  select
    attrelid,
    jsonb_agg(
      jsonb_build_object(
        'name', attname,
        'type', types.type,
        'isNullable', not attnotnull,
        'hasDefault', atthasdef or attidentity <> '',
        'isGenerated', attgenerated <> '' or attidentity = 'a'
      ) order by attname collate "C"
    ) as columns
  from pg_attribute join types on types.oid = atttypid
  where attnum > 0 and not attisdropped
  group by attrelid
),
relationships as (
  select
    conrelid,
    jsonb_agg(
      jsonb_build_object(
        'name', conname,
        'columns', (
          select jsonb_agg(attname order by place)
          from unnest(conkey) with ordinality as key (number, place) join pg_attribute on attrelid = conrelid and attnum = number
        ),
        'referencedRelation', confrelid::regclass::text,
        'referencedColumns', (
          select jsonb_agg(attname order by place)
          from unnest(confkey) with ordinality as key (number, place) join pg_attribute on attrelid = confrelid and attnum = number
        ),
        'isOneToOne', exists (
          select from pg_index
          where indrelid = conrelid and indisunique and indpred is null and indexprs is null
            and (indkey::int2[])[0:indnkeyatts - 1] <@ conkey and indnkeyatts = cardinality(conkey)
        )
      ) order by conname collate "C"
    ) as relationships
  from pg_constraint join pg_class on pg_class.oid = confrelid
  where contype = 'f' and relnamespace = 'public'::regnamespace
  group by conrelid
),
relations as (
  select jsonb_agg(
    jsonb_build_object(
      'name', relname,
      'kind', case when relkind = 'v' then 'view' else 'table' end,
      'columns', columns,
      'relationships', coalesce(relationships, '[]')
    ) order by relname collate "C"
  ) as found
  from pg_class
  join columns on attrelid = pg_class.oid
  left join relationships on conrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')
),
routines as (
  select jsonb_agg(
    jsonb_build_object(
      'name', proname,
      'parameters', (
        select coalesce(jsonb_agg(
          jsonb_build_object('name', coalesce(proargnames[place], ''), 'type', types.type, 'hasDefault', place > pronargs - pronargdefaults)
          order by coalesce(proargnames[place], '') collate "C"
        ), '[]')
        from unnest(proargtypes) with ordinality as parameter (type, place) join types on types.oid = parameter.type
      ),
      'resultColumns', (
        select coalesce(jsonb_agg(
          jsonb_build_object('name', proargnames[place], 'type', types.type) order by proargnames[place] collate "C"
        ), '[]')
        from unnest(proallargtypes, proargmodes) with ordinality as parameter (type, mode, place)
        join types on types.oid = parameter.type
        where mode = 't'
      ),
      'result', result.type,
      'returnsSet', proretset
    ) order by proname collate "C"
  ) as found
  from pg_proc join types as result on result.oid = prorettype
  where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
    -- What takes a row cannot be called: the API shows it as a column or a relationship.
    and not exists (select from pg_type where oid = any (proargtypes) and typtype = 'c')
),
enumerations as (
  select jsonb_agg(jsonb_build_object('name', typname, 'values', labels) order by typname collate "C") as found
  from (
    select typname, jsonb_agg(enumlabel order by enumsortorder) as labels
    from pg_enum join pg_type on pg_type.oid = enumtypid
    where typnamespace = 'public'::regnamespace
    group by typname
  ) as enums
)
select jsonb_build_object(
  'relations', coalesce((select found from relations), '[]'),
  'routines', coalesce((select found from routines), '[]'),
  'enumerations', coalesce((select found from enumerations), '[]')
) as catalogue`

/** What the schema `public` of a database holds, in an order that depends on names alone. */
export async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  await client.query(`set search_path = public`)
  const { rows } = await client.query<{ catalogue: unknown }>(CATALOGUE)
  return v.parse(Catalogue, rows[0]?.catalogue)
}
