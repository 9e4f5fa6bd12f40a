import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type Person, type RealDevice, type World } from '../../../sync/integration/world.ts'
import { now$ } from '../../../sync/testing/device.ts'
import { anonymousClient, serviceClient } from '../../../tests/support/session.ts'
import { startStack, type Stack } from '../stack.ts'
import { sequencesOf, tablesOf } from './catalogue.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PICTURE = new Blob([new Uint8Array([0x52, 0x49, 0x46, 0x46])], { type: 'image/webp' })

let place: string
let stack: Stack
let world: World
let anna: Person
let phone: RealDevice
let videos: { id: string; title: string }[]
let atBackup: Awaited<ReturnType<typeof contentOf>>

const at = (name: string): string => join(place, name)

/** The command behind `npm run …`; resolves with its exit code and what it said. */
async function run(
  script: 'backup' | 'restore',
  dataDir: string,
  ...args: string[]
): Promise<[number, string]> {
  const env = { ...process.env, DATA_DIR: at(dataDir) }
  try {
    const done = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
      cwd: ROOT,
      env,
    })
    return [0, done.stdout]
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return [code, stderr]
  }
}

const start = (dataDir: string, apiPort: number): Promise<Stack> =>
  startStack({
    dataDir: at(dataDir),
    apiPort,
    webPort: 0,
    serveWeb: false,
    leftUncalled: ['refresh_videos', 'send_pushes'],
  })

/** What each table holds, but for the versions, and the sequences. */
async function contentOf({ addresses }: Stack) {
  const client = new pg.Client(addresses.db.replace('//postgres:', '//supabase_admin:'))
  await client.connect()
  const rows: Record<string, unknown> = {}
  // The realm tells of the restoration, the rest is done anew at each start
  const leftOut = /^(public\.sync_realm|private\.scheduled_work|stripe_stand_in\..*)$/
  for (const { name } of (await tablesOf(client)).filter((table) => !leftOut.test(table.name))) {
    const told = await client.query(
      `select count(*)::integer, md5(string_agg(row, '' order by row))
       from (select (to_jsonb(t) - 'row_version')::text as row from ${name} as t) as told`,
    )
    rows[name] = told.rows[0]
  }
  const sequences = (await sequencesOf(client)).filter(({ name }) => !leftOut.test(name))
  const { rows: realm } = await client.query<{ epoch: string; version: string }>(
    `select epoch, (select max(row_version) from public.favorites) as version from public.sync_realm`,
  )
  await client.end()
  return { rows, sequences, epoch: Number(realm[0]?.epoch), version: Number(realm[0]?.version) }
}

const favourites = async (): Promise<Set<string | undefined>> =>
  new Set((await now$(phone.engine.favoriteVideos(phone.store))).map(({ video }) => video?.title))
const titles = (...numbers: number[]): Set<string | undefined> =>
  new Set(numbers.map((number) => videos[number]?.title))
const favour = (number: number): Promise<unknown> =>
  phone.engine.favoriteVideo(phone.store, videos[number]?.id ?? '')

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'mirutomo backup '))
  stack = await start('first', 0)
  world = openWorld(stack.addresses)
  anna = await world.person('anna')
  phone = await world.device(anna)
  videos = await world.videos(3)
  await phone.syncNow()
  await favour(0)
  await phone.syncNow()
  const upload = await serviceClient(stack.addresses)
    .storage.from('avatars')
    .upload(`${anna.userId}/a.webp`, PICTURE, { contentType: 'image/webp' })
  expect(upload.error).toBeNull()
  atBackup = await contentOf(stack)
  expect(await run('backup', 'first', at('kept.gz'))).toEqual([
    0,
    expect.stringMatching(/\d{3,} rows, 1 files/),
  ])
}, 60_000)
afterAll(async () => {
  await world.end()
  await stack.stop()
  await rm(place, { recursive: true, force: true })
})

test('a backup is for its owner’s eyes, and never half there under its name', async () => {
  expect((await stat(at('kept.gz'))).mode & 0o777).toBe(0o600)
  expect((await readdir(place)).toSorted()).toEqual(['first', 'kept.gz'])
  expect(await run('backup', 'elsewhere', at('other.gz'))).toEqual([1, expect.stringContaining('npm start')])
  expect(await readdir(place)).not.toContain('other.gz')
})

test('what is cut off, changed or no backup is not begun with', async () => {
  const whole = await readFile(at('kept.gz'))
  await writeFile(at('cut.gz'), whole)
  await truncate(at('cut.gz'), whole.length - 100)
  const lines = gunzipSync(whole).toString().split('\n')
  await writeFile(at('endless.gz'), gzipSync(lines.slice(0, -2).join('\n')))
  await writeFile(at('no.gz'), 'something else')
  for (const file of ['cut.gz', 'endless.gz', 'no.gz', 'missing.gz'])
    expect(await run('restore', 'second', at(file))).toEqual([
      1,
      expect.stringMatching(/^mirutomo: .*バックアップ/s),
    ])
  await writeFile(
    at('other.gz'),
    gzipSync(lines.join('\n').replace('"version":"2026112', '"version":"1026112')),
  )
  expect(await run('restore', 'second', at('other.gz'))).toEqual([
    1,
    expect.stringContaining('another version'),
  ])
  expect(await readdir(at('second'))).not.toContain('postgres')
})

test('restored elsewhere it is what it was, and devices begin anew without losing what they had not sent', async () => {
  await favour(1)
  await phone.syncNow()
  phone.connection.up = false
  await favour(2)
  expect(await favourites()).toEqual(titles(0, 1, 2))
  const port = Number(new URL(stack.addresses.api).port)
  await stack.stop()

  expect(await run('restore', 'first', at('kept.gz'))).toEqual([1, expect.stringContaining('--fresh')])
  expect(await run('restore', 'second', at('kept.gz'))).toEqual([
    0,
    expect.stringMatching(/\d{3,} rows, 1 files/),
  ])
  stack = await start('second', port)
  const restored = await contentOf(stack)
  expect(restored.rows).toEqual(atBackup.rows)
  expect(restored.sequences).toEqual(atBackup.sequences)
  expect(restored.epoch).toBeGreaterThan(atBackup.epoch)

  const client = anonymousClient(stack.addresses)
  const signedIn = await client.auth.signInWithPassword({
    email: anna.email,
    password: 'correct-horse-battery',
  })
  expect(signedIn.error).toBeNull()
  const picture = await client.storage.from('avatars').download(`${anna.userId}/a.webp`)
  expect(picture.data?.size).toBe(PICTURE.size)

  phone.connection.up = true
  await phone.syncNow()
  expect(await favourites()).toEqual(titles(0, 2))
  expect(await world.asService(`favorites?user_id=eq.${anna.userId}&select=id`)).toHaveLength(2)
  expect((await contentOf(stack)).version).toBeGreaterThan(restored.version)
  const laptop = await world.device(anna)
  await laptop.syncNow()
  expect(await now$(laptop.engine.favoriteVideos(laptop.store))).toHaveLength(2)
}, 60_000)

test('a folder that holds something is given up only when told so', async () => {
  await stack.stop()
  expect(await run('restore', 'first', at('kept.gz'), '--fresh')).toEqual([
    0,
    expect.stringContaining('rows'),
  ])
  stack = await start('first', 0)
  expect((await contentOf(stack)).rows).toEqual(atBackup.rows)
}, 60_000)
