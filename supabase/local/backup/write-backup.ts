import { createWriteStream } from 'node:fs'
import { open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import * as v from 'valibot'
import { Secrets } from '../gateway/keys.ts'
import { SUPERUSER } from '../postgres/initialize.ts'
import { StackRefusal } from '../refusal.ts'
import { migrationsOf, sequencesOf, tablesOf } from './catalogue.ts'
import { PUSH_KEYS, type Head, type Part } from './format.ts'

const ROWS_AT_ONCE = 2_000
const Announced = v.pipe(v.string(), v.parseJson(), v.object({ db: v.string() }))
const Kept = v.pipe(v.string(), v.parseJson(), Secrets)

/**
 * Writes everything that the running stack of a data folder holds, as it is at one moment, into a file that has its name only when it is whole. It holds keys and passwords' hashes, so
 * only its owner may read it. Returns how many rows and stored files it has. Refuses where no stack runs.
 */
export async function writeBackup(dataDir: string, file: string): Promise<{ rows: number; files: number }> {
  const within = (name: string): string => join(resolve(dataDir), name)
  const announced = await readFile(within('stack.json'), 'utf8').catch(() => null)
  if (announced === null)
    throw new StackRefusal(
      `Nothing runs on ${dataDir}; start it first with "npm start". / 先に npm start で起動してください。`,
    )
  const url = new URL(v.parse(Announced, announced).db)
  url.username = SUPERUSER
  const client = new pg.Client(url.href)
  await client.connect()
  const count = { rows: 0, files: 0 }
  async function* lines(): AsyncGenerator<string> {
    const head: Head = {
      mirutomo: 'backup 1',
      made_at: new Date().toISOString(),
      migrations: await migrationsOf(client),
      secrets: v.parse(Kept, await readFile(within('keys.json'), 'utf8')),
      push_keys: await readFile(within(PUSH_KEYS), 'utf8').catch(() => null),
    }
    yield `${JSON.stringify(head)}\n`
    for await (const part of partsOf(client, within('storage'))) {
      if ('rows' in part) count.rows += part.rows.length
      if ('file' in part) count.files += 1
      yield `${JSON.stringify(part)}\n`
    }
  }
  const unfinished = `${file}.unfinished`
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'`,
    )
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    await onDisk(unfinished)
    await rename(unfinished, file)
    return count
  } finally {
    await client.end()
    await rm(unfinished, { force: true })
  }
}

async function* partsOf(client: ClientBase, storageFolder: string): AsyncGenerator<Part> {
  for (const { name, columns } of await tablesOf(client)) {
    yield { table: name, columns: columns.map((column) => column.name) }
    const texts = columns.map(({ quoted }) => `${quoted}::text`).join(', ')
    await client.query(`declare rows cursor for select array[${texts}] as row from ${name}`)
    for (;;) {
      const { rows } = await client.query<{ row: (string | null)[] }>(`fetch ${ROWS_AT_ONCE} from rows`)
      if (rows.length === 0) break
      yield { rows: rows.map(({ row }) => row) }
    }
    await client.query('close rows')
  }
  for (const { name, last } of await sequencesOf(client)) yield { sequence: name, last }
  for (const name of await readdir(storageFolder).catch(() => [])) {
    // Removed meanwhile: its row may be kept, and leads nowhere as after any removal
    const content = await readFile(join(storageFolder, name)).catch(() => null)
    if (content !== null) yield { file: name, base64: content.toString('base64') }
  }
  yield { end: true }
}

async function onDisk(file: string): Promise<void> {
  const handle = await open(file)
  await handle.sync()
  await handle.close()
}
