import type { ClientBase } from 'pg'
import type { Mutation } from './mutation.ts'

const POLICIES = `
select
  relname as object, polrelid::regclass::text as relation, quote_ident(polname) as policy,
  pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as checked
from pg_policy join pg_class on pg_class.oid = polrelid
order by polrelid::regclass::text collate "C", polname collate "C"`

const PROTECTED = `
select relname as object, oid::regclass::text as relation, relkind = 'v' as is_view
from pg_class
where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v')
order by oid::regclass::text collate "C"`

type Policy = {
  object: string
  relation: string
  policy: string
  using: string | null
  checked: string | null
}
type Protected = { object: string; relation: string; is_view: boolean }

/** Every policy dropped, and its conditions opened one by one; row level security off; views that ask with their owner's rights. */
export async function policyMutations(client: ClientBase): Promise<Mutation[]> {
  const policies = await client.query<Policy>(POLICIES)
  const relations = await client.query<Protected>(PROTECTED)
  return [
    ...policies.rows.flatMap(({ object, relation, policy, using, checked }) => {
      const named = `${policy} on ${relation}`
      const mutations: Mutation[] = [
        { kind: 'policy', object, name: `dropped: ${named}`, sql: `drop policy ${named}` },
      ]
      if (using !== null && using !== 'true')
        mutations.push({
          kind: 'policy',
          object,
          name: `using (true): ${named}`,
          sql: `alter policy ${named} using (true)`,
        })
      if (checked !== null && checked !== 'true')
        mutations.push({
          kind: 'policy',
          object,
          name: `with check (true): ${named}`,
          sql: `alter policy ${named} with check (true)`,
        })
      return mutations
    }),
    ...relations.rows.map(({ object, relation, is_view }) => ({
      kind: is_view ? 'view' : 'rls',
      object,
      name: `${is_view ? 'owner’s rights' : 'no row level security'}: ${relation}`,
      sql: is_view
        ? `alter view ${relation} set (security_invoker = false)`
        : `alter table ${relation} disable row level security`,
    })),
  ]
}
