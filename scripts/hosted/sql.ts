import { statementsOf } from '../../supabase/local/migrations/statements.ts'
import type { Finding } from './finding.ts'

/** What a hosted project offers to `create extension` on PostgreSQL 17 (Database → Extensions). */
const EXTENSIONS = new Set(
  `address_standardizer address_standardizer_data_us amcheck autoinc bloom btree_gin btree_gist citext cube dblink dict_int
  dict_xsyn earthdistance fuzzystrmatch hstore http hypopg index_advisor insert_username intarray isn lo ltree moddatetime
  pg_cron pg_graphql pg_hashids pg_jsonschema pg_net pg_prewarm pg_repack pg_stat_monitor pg_stat_statements pg_trgm
  pg_walinspect pgaudit pgcrypto pgmq pgroonga pgroonga_database pgrouting pgrowlocks pgstattuple pgtap plpgsql
  plpgsql_check postgis postgis_raster postgis_sfcgal postgis_tiger_geocoder postgis_topology postgres_fdw refint rum seg
  sslinfo supabase_vault tablefunc tcn tsm_system_rows tsm_system_time unaccent uuid-ossp vector wrappers xml2`.split(
    /\s+/,
  ),
)

/** Schemas that belong to the platform: nothing of ours is made, changed or removed in them. */
const MANAGED =
  'auth|cron|extensions|graphql|graphql_public|net|pgbouncer|pgsodium|realtime|storage|supabase_functions|supabase_migrations|vault'
/** Policies may be put on these, and triggers on the last alone. */
const MAY_HAVE_POLICIES = new Set(['storage.objects', 'storage.buckets', 'realtime.messages'])
const MAY_HAVE_TRIGGERS = new Set(['auth.users'])
/** Roles whose settings the role `postgres` of a hosted project may change. */
const OWN_ROLES = new Set(['anon', 'authenticated', 'authenticator', 'postgres', 'service_role'])

const KIND =
  '(?:or\\s+replace\\s+)?(?:unlogged\\s+|temp\\s+|temporary\\s+|unique\\s+|constraint\\s+|materialized\\s+|recursive\\s+|foreign\\s+)*(?:table|view|function|procedure|aggregate|type|domain|sequence|collation|operator)'
const EXISTS = '(?:if\\s+(?:not\\s+)?exists\\s+)?'
const managed = (before: string): RegExp =>
  new RegExp(`\\b${before}\\s+${EXISTS}(?:only\\s+)?((?:${MANAGED})\\s*\\.\\s*\\w+)`, 'gi')

/** Each pattern, and what is wrong where it is found. */
const FORBIDDEN: [RegExp, (found: RegExpExecArray) => string | null][] = [
  [
    /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?([\w-]+)/gi,
    ([, name = '']) => (EXTENSIONS.has(name) ? null : `extension ${name} is not to be had`),
  ],
  [/\balter\s+system\b/gi, () => 'alter system is for superusers'],
  [/\bcopy\b[^;]*\b(?:to|from)\s+program\b/gi, () => 'copy … program is for superusers'],
  [/\bcopy\b[^;]*\b(?:to|from)\s+'/gi, () => 'copy with a file of the server is for superusers'],
  [/\bcreate\s+event\s+trigger\b/gi, () => 'event triggers are for superusers'],
  [/\bcreate\s+(?:tablespace|subscription)\b/gi, ([text]) => `${text} is for superusers`],
  [
    /\blanguage\s+'?(c|internal|\w+u)\b/gi,
    ([, name = '']) => `language ${name} is not trusted, so it is for superusers`,
  ],
  [
    /\b(?:create|alter)\s+(?:role|user)\s+[^;]*\b(?:superuser|replication)\b/gi,
    () => 'no role can be given that right',
  ],
  [
    /\balter\s+(?:role|user)\s+(?!all\b)(\w+)/gi,
    ([, name = '']) => (OWN_ROLES.has(name) ? null : `role ${name} is the platform’s`),
  ],
  [
    /\bset\s+(?:local\s+|session\s+)?(?:role|session\s+authorization)\s+'?supabase_\w+/gi,
    ([text]) => `${text}: not ours`,
  ],
  [
    /\b(pg_(?:read|write)\w*_file|pg_ls_dir|pg_stat_file|lo_import|lo_export)\s*\(/gi,
    ([, name]) => `${name} is for superusers`,
  ],
  [
    new RegExp(`\\bcreate\\s+schema\\s+${EXISTS}(${MANAGED})\\b`, 'gi'),
    ([, name]) => `schema ${name} is the platform’s`,
  ],
  [managed(`create\\s+${KIND}`), ([, name]) => `${name} would be made in a schema of the platform’s`],
  [managed(`(?:alter|drop)\\s+${KIND}`), ([, name]) => `${name} is the platform’s`],
  [managed('(?:truncate(?:\\s+table)?|reindex\\s+table)'), ([, name]) => `${name} is the platform’s`],
  [
    new RegExp(
      `\\bcreate\\s+(?:unique\\s+)?index\\s+[^;]*?\\bon\\s+(?:only\\s+)?((?:${MANAGED})\\.\\w+)`,
      'gi',
    ),
    ([, name]) => `an index on ${name}, which is the platform’s`,
  ],
  [
    new RegExp(`\\bpolicy\\s+(?:"[^"]*"|\\w+)\\s+on\\s+((?:${MANAGED})\\.\\w+)`, 'gi'),
    ([, name = '']) => (MAY_HAVE_POLICIES.has(name) ? null : `a policy on ${name}, which is the platform’s`),
  ],
  [
    new RegExp(`\\btrigger\\s+(?:"[^"]*"|\\w+)\\s+[^;$]*?\\bon\\s+((?:${MANAGED})\\.\\w+)`, 'gi'),
    ([, name = '']) => (MAY_HAVE_TRIGGERS.has(name) ? null : `a trigger on ${name}, which is the platform’s`),
  ],
  [/\bdelete\s+from\s+(storage\.\w+)/gi, ([, name]) => `${name} lets rows go by the storage service alone`],
]

/** What of a SQL file a hosted project refuses to its role `postgres`, in function bodies and quoted statements too. */
export function sqlFindings(file: string, sql: string): Finding[] {
  return statementsOf(sql).flatMap((statement) => {
    const said = plain(statement)
    return FORBIDDEN.flatMap(([pattern, complaint]) =>
      [...said.matchAll(pattern)].flatMap((found) => {
        const wrong = complaint(found)
        return wrong === null ? [] : [{ file, wrong }]
      }),
    )
  })
}

/** Without comments and without quotes around plain names. */
const plain = (statement: string): string =>
  statement
    .replace(/--[^\n]*|\/\*[^]*?\*\//g, ' ')
    .replace(/"([a-z_][\w-]*)"/g, '$1')
    .replace(/\s*\.\s*/g, '.')
