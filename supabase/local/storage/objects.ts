import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'
import type { Caller } from './caller.ts'
import { objectNotFound, StorageError, unauthorized } from './errors.ts'

const Bucket = v.object({
  id: v.string(),
  public: v.boolean(),
  // PostgreSQL's bigint arrives as text.
  file_size_limit: v.nullable(v.pipe(v.string(), v.toNumber())),
  allowed_mime_types: v.nullable(v.array(v.string())),
})
export type Bucket = v.InferOutput<typeof Bucket>

const Metadata = v.object({
  eTag: v.string(),
  size: v.number(),
  mimetype: v.string(),
  cacheControl: v.string(),
  lastModified: v.string(),
})
export type Metadata = v.InferOutput<typeof Metadata>

const StoredObject = v.object({
  id: v.string(),
  bucket_id: v.string(),
  name: v.string(),
  version: v.nullable(v.string()),
  metadata: v.nullable(Metadata),
})
export type StoredObject = v.InferOutput<typeof StoredObject>
const COLUMNS = 'id, bucket_id, name, version, metadata'

export type Listing = {
  prefix: string
  search: string
  limit: number
  offset: number
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
  order: 'asc' | 'desc'
}

type NewObject = { bucket: string; name: string; version: string; metadata: Metadata; upsert: boolean }

/** storage.objects, asked on a caller's behalf: the policies on that table decide. */
export type Objects = {
  bucket(id: string): Promise<Bucket | null>
  /** Whoever asks: for public buckets. */
  find(bucket: string, name: string): Promise<StoredObject | null>
  findAs(caller: Caller, bucket: string, name: string): Promise<StoredObject | null>
  /** Resolves with the object's id and the version that it had before. */
  store(caller: Caller, object: NewObject): Promise<{ id: string; replaced: string | null }>
  remove(caller: Caller, bucket: string, names: readonly string[]): Promise<StoredObject[]>
  list(caller: Caller, bucket: string, listing: Listing): Promise<Record<string, unknown>[]>
  versions(): Promise<Set<string>>
}

const Id = v.object({ id: v.string() })
const Version = v.object({ version: v.nullable(v.string()) })
const BY_NAME = 'bucket_id = $1 and name = $2'

export function openObjects(pool: Pool): Objects {
  const find = async (asking: Asking, bucket: string, name: string): Promise<StoredObject | null> => {
    const { rows } = await asking.query(`select ${COLUMNS} from storage.objects where ${BY_NAME}`, [
      bucket,
      name,
    ])
    return v.parse(v.array(StoredObject), rows)[0] ?? null
  }
  return {
    async bucket(id) {
      const { rows } = await pool.query(
        'select id, coalesce(public, false) as public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
        [id],
      )
      return v.parse(v.array(Bucket), rows)[0] ?? null
    },
    find: (bucket, name) => find(pool, bucket, name),
    findAs: (caller, bucket, name) =>
      inTransaction(pool, async (client) => {
        await become(client, caller)
        return find(client, bucket, name)
      }),
    store: (caller, { bucket, name, version, metadata, upsert }) =>
      inTransaction(pool, async (client) => {
        const old = await client.query(
          `select version from storage.objects where ${BY_NAME} for no key update`,
          [bucket, name],
        )
        await become(client, caller)
        const onConflict = `on conflict (bucket_id, name) do update
          set version = excluded.version, metadata = excluded.metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
        await client.query(
          `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
           values ($1, $2, $3::text::uuid, $3::text, $4, $5) ${upsert ? onConflict : ''}`,
          [bucket, name, caller.claims.sub ?? null, version, metadata],
        )
        await client.query('reset role')
        const stored = await client.query(`select id from storage.objects where ${BY_NAME}`, [bucket, name])
        const [row] = v.parse(v.array(Id), stored.rows)
        if (row === undefined) throw objectNotFound()
        return { id: row.id, replaced: v.parse(v.array(Version), old.rows)[0]?.version ?? null }
      }),
    remove: (caller, bucket, names) =>
      inTransaction(pool, async (client) => {
        await become(client, caller)
        await client.query(`select set_config('storage.allow_delete_query', 'true', true)`)
        const { rows } = await client.query(
          `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`,
          [bucket, names],
        )
        return v.parse(v.array(StoredObject), rows)
      }),
    list: (caller, bucket, { prefix, search, limit, offset, column, order }) =>
      inTransaction(pool, async (client) => {
        await become(client, caller)
        // What lies deeper stands as its folder, which has nothing but a name.
        const { rows } = await client.query<Record<string, unknown>>(
          `with below as (
             select *, string_to_array(substr(name, length($2) + 1), '/') as rest from storage.objects
             where bucket_id = $1 and starts_with(name, $2)
           ), entries as (
             select rest[1] as name, id, updated_at, created_at, last_accessed_at, metadata from below where cardinality(rest) = 1
             union all
             select distinct rest[1], null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
             from below where cardinality(rest) > 1
           )
           select * from entries where starts_with(lower(name), lower($3))
           order by ${column} ${order} nulls last, name limit $4 offset $5`,
          [bucket, prefix, search, limit, offset],
        )
        return rows
      }),
    async versions() {
      const { rows } = await pool.query(
        'select distinct version from storage.objects where version is not null',
      )
      return new Set(v.parse(v.array(v.object({ version: v.string() })), rows).map(({ version }) => version))
    },
  }
}

type Asking = Pick<PoolClient, 'query'>

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: unknown
  try {
    await client.query(`begin; set local statement_timeout = '8s'`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure
    })
    throw refusal(error)
  } finally {
    client.release(broken !== undefined)
  }
}

async function become(client: PoolClient, { role, claims }: Caller): Promise<void> {
  await client.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
    role,
    JSON.stringify(claims),
  ])
}

function refusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '42501')
    return unauthorized(error instanceof Error ? error.message : 'new row violates row-level security policy')
  if (code === '23505') return new StorageError(409, 'Duplicate', 'The resource already exists')
  return error
}
