import { createReadStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import * as v from 'valibot'
import { openDataFolder, type DataFolder } from '../data-folder/data-folder.ts'
import { migrate } from '../migrations/migrate.ts'
import { seed } from '../migrations/seed.ts'
import { startCluster } from '../postgres/cluster.ts'
import { SUPERUSER } from '../postgres/initialize.ts'
import { installSystem } from '../postgres/system.ts'
import { StackRefusal } from '../refusal.ts'
import { migrationsOf, tablesOf, type Table } from './catalogue.ts'
import { Head, Part, PUSH_KEYS } from './format.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')

type Options = { dataDir: string; file: string; fresh?: boolean }

/**
 * Lays a backup into a data folder that holds no database (with `fresh`: any more), so that the next start finds what was there when it was made. Rows get versions of the new
 * database, and the realm a new epoch: every device begins anew (sync/SPEC.md, S4, I20, I21). All of it or nothing: what fails leaves a folder without a database. Returns
 * how many rows and stored files there were.
 */
export async function restoreBackup({
  dataDir,
  file,
  fresh = false,
}: Options): Promise<{ rows: number; files: number }> {
  // Before anything is forgotten: is this a whole backup?
  const head = await readHead(file)
  const folder = await openDataFolder(dataDir, { fresh })
  try {
    if (existsSync(folder.postgres))
      throw new StackRefusal(
        `The data folder ${dataDir} holds a database already; choose another DATA_DIR, or give that one up with --fresh. / このデータフォルダーには既にデータがあります。別の DATA_DIR を指定するか、--fresh を付けてください。`,
      )
    return await layInto(folder, head, file)
  } finally {
    folder.release()
  }
}

async function layInto(
  folder: DataFolder,
  head: Head,
  file: string,
): Promise<{ rows: number; files: number }> {
  const owned = { mode: 0o600 }
  await writeFile(join(folder.path, 'keys.json'), `${JSON.stringify(head.secrets, null, 2)}\n`, owned)
  if (head.push_keys !== null) await writeFile(join(folder.path, PUSH_KEYS), head.push_keys, owned)
  const cluster = await startCluster({
    folder: folder.postgres,
    logFile: folder.postgresLog,
    password: head.secrets.databasePassword,
  })
  const connections: pg.Client[] = []
  const connect = async (role: typeof SUPERUSER | 'postgres'): Promise<pg.Client> => {
    const client = new pg.Client(cluster.url(role))
    connections.push(client)
    await client.connect()
    return client
  }
  let done = false
  try {
    const admin = await connect(SUPERUSER)
    await installSystem(admin, head.secrets.databasePassword)
    const owner = await connect('postgres')
    await migrate(owner, MIGRATIONS, head.migrations.at(-1)?.version)
    // Of a seed only that there was one: its rows come with the others
    await seed(owner, MIGRATIONS, [])
    await refuseOtherMigrations(admin, head)
    await admin.query('begin')
    const count = await fill(admin, file, folder.storage)
    // Whatever the counter of this cluster says: it is another one
    await admin.query('update public.sync_realm set last_version = private.current_version() + 1')
    await admin.query('select private.notice_restored_copy()')
    await admin.query('commit')
    done = true
    return count
  } finally {
    await Promise.all(connections.map((client) => client.end()))
    await cluster.stop()
    if (!done) await folder.forget()
  }
}

async function refuseOtherMigrations(client: ClientBase, head: Head): Promise<void> {
  const here = await migrationsOf(client)
  if (JSON.stringify(here) === JSON.stringify(head.migrations)) return
  throw new StackRefusal(
    `The backup of ${head.made_at} was made by another version of Mirutomo, whose migrations are not those of this one; restore it with that version. / このバックアップは別のバージョンで作成されたため、そのバージョンで復元してください。`,
  )
}

/** In the caller's transaction. Triggers and foreign keys were satisfied when the rows were first written, and are not asked again. */
async function fill(
  client: ClientBase,
  file: string,
  storageFolder: string,
): Promise<{ rows: number; files: number }> {
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  await client.query(`set local session_replication_role = replica`)
  await client.query(
    `set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'`,
  )
  await client.query(`truncate ${[...tables.keys()].join(', ')}`)
  await mkdir(storageFolder, { recursive: true })
  const count = { rows: 0, files: 0 }
  let insert = ''
  for await (const part of partsOf(file)) {
    if ('table' in part) insert = insertInto(tables.get(part.table), part)
    else if ('rows' in part) {
      await client.query(insert, [JSON.stringify(part.rows)])
      count.rows += part.rows.length
    } else if ('sequence' in part) {
      if (part.last !== null) await client.query('select setval($1, $2)', [part.sequence, part.last])
    } else if ('file' in part) {
      await writeFile(join(storageFolder, part.file), Buffer.from(part.base64, 'base64'), { mode: 0o600 })
      count.files += 1
    }
  }
  return count
}

function insertInto(
  table: Table | undefined,
  { table: name, columns }: { table: string; columns: string[] },
): string {
  const known = columns.map((column) => table?.columns.find((candidate) => candidate.name === column))
  if (table === undefined || !known.every((column) => column !== undefined))
    throw new StackRefusal(
      `The backup has ${name} (${columns.join(', ')}), which this version has not; restore it with the version that made it. / このバックアップは別のバージョンで作成されています。`,
    )
  const values = known.map(({ type }, index) => `(row ->> ${index})::${type}`)
  return `insert into ${name} (${known.map(({ quoted }) => quoted).join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as row`
}

async function readHead(file: string): Promise<Head> {
  let head: Head | undefined
  let isWhole = false
  try {
    for await (const line of linesOf(file)) {
      head ??= v.parse(Head, JSON.parse(line))
      isWhole = line === '{"end":true}'
    }
  } catch (cause) {
    throw new StackRefusal(
      `${file} is no backup of Mirutomo, or a damaged one. / バックアップを読み込めません。`,
      { cause },
    )
  }
  if (head && isWhole) return head
  throw new StackRefusal(`${file} is not a whole backup. / バックアップが途中で切れています。`)
}

async function* partsOf(file: string): AsyncGenerator<Part> {
  let isHead = true
  for await (const line of linesOf(file)) {
    if (!isHead) yield v.parse(Part, JSON.parse(line))
    isHead = false
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const text = createGunzip()
  bytes.on('error', (error) => text.destroy(error))
  bytes.pipe(text).setEncoding('utf8')
  let begun: string[] = []
  for await (const chunk of text) {
    const [first = '', ...others] = String(chunk).split('\n')
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
}
