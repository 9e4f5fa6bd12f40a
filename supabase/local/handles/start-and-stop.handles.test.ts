import { once } from 'node:events'
import { chown, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { pageAddress } from '../gateway/local-secrets.ts'
import { MOMENTS } from './moments.ts'
import { openDataFolders, type DataFolders } from './data-folders.ts'
import { isAlive, postgresOf, spawnStack } from './spawned-stack.ts'

let folders: DataFolders
let dataDir: string

beforeAll(async () => {
  folders = await openDataFolders()
})
afterAll(() => folders.close())
afterEach(() => folders.clear())

const exists = async (name: string): Promise<boolean> => (await readdir(dataDir)).includes(name)

/** The statuses with which its addresses answer, each once. */
async function answersOf({
  db,
  api,
  web,
  mail,
  sms,
  serviceKey,
}: Awaited<ReturnType<ReturnType<typeof spawnStack>['ready']>>): Promise<number[]> {
  const client = new pg.Client(db)
  await client.connect()
  await client.query('select 1')
  await client.end()
  const addresses = [
    `${api}/health`,
    `${web}/environment.json`,
    mail,
    sms,
    pageAddress(api, 'studio', serviceKey),
  ]
  const answers = await Promise.all(addresses.map((address) => fetch(address)))
  return [...new Set(answers.map(({ status }) => status))]
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'starts, says where everything is, and %s ends all of it in order',
  async (signal) => {
    dataDir = await folders.used()
    const stack = spawnStack({ dataDir })
    const addresses = await stack.ready()
    expect(await answersOf(addresses)).toEqual([200])
    expect(stack.said()).toContain(addresses.web)
    expect(stack.said()).toContain(addresses.mail)
    expect(stack.said()).toContain(addresses.sms)
    expect(stack.said()).toContain(pageAddress(addresses.api, 'studio', addresses.serviceKey))
    for (const account of ['viewer', 'friend', 'premium', 'expired', 'creator', 'admin']) {
      expect(stack.said()).toContain(`${account}@mirutomo.test`)
    }
    expect(stack.said()).toContain('mirutomo-demo')
    const postgres = await postgresOf(dataDir)
    expect(postgres).toBeGreaterThan(0)
    stack.signal(signal)
    expect(await stack.ended).toBe(0)
    expect(isAlive(postgres ?? 0)).toBe(false)
    expect(await exists('stack.json')).toBe(false)
    await expect(fetch(addresses.api)).rejects.toThrow()
    await expect(fetch(addresses.web)).rejects.toThrow()
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  },
)

test('runs for an ordinary user', async () => {
  dataDir = await folders.empty()
  if (process.getuid?.() === 0) {
    await mkdir(dataDir)
    await chown(dataDir, 65534, 65534)
  }
  const stack = spawnStack({ dataDir, user: 'ordinary' })
  expect(await answersOf(await stack.ready())).toEqual([200])
  stack.signal('SIGTERM')
  expect(await stack.ended).toBe(0)
})

test('what an ordinary user began, root may go on with, and the user after root', async () => {
  dataDir = await folders.empty()
  if (process.getuid?.() === 0) {
    await mkdir(dataDir)
    await chown(dataDir, 65534, 65534)
  }
  for (const user of ['ordinary', 'root', 'ordinary'] as const) {
    const stack = spawnStack({ dataDir, user })
    expect(await answersOf(await stack.ready())).toEqual([200])
    stack.signal('SIGTERM')
    expect(await stack.ended).toBe(0)
  }
})

test('takes the ports it is given', async () => {
  dataDir = await folders.used()
  const first = spawnStack({ dataDir })
  const { web, api } = await first.ready()
  first.signal('SIGTERM')
  await first.ended
  const PORT = new URL(web).port
  const API_PORT = new URL(api).port
  const second = spawnStack({ dataDir, env: { PORT, API_PORT } })
  expect(await second.ready()).toMatchObject({
    web: `http://localhost:${PORT}`,
    api: `http://localhost:${API_PORT}`,
  })
  const environment = await (await fetch(`${web}/environment.json`)).json()
  expect(environment).toMatchObject({ apiUrl: `http://localhost:${API_PORT}` })
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('keys and rows outlive a restart; --fresh forgets them and touches nothing else in the folder', async () => {
  dataDir = await folders.used()
  const count = async (url: string): Promise<number> => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query('create table if not exists public.kept (n int)')
    await client.query('insert into public.kept values (1)')
    const { rows } = await client.query<{ count: string }>('select count(*) from public.kept')
    await client.end()
    return Number(rows[0]?.count)
  }
  const keys: string[] = []
  for (const { args, rows } of [
    { args: [], rows: 1 },
    { args: [], rows: 2 },
    { args: ['--fresh'], rows: 1 },
  ]) {
    const stack = spawnStack({ dataDir, args })
    const { db, serviceKey } = await stack.ready()
    expect(await count(db)).toBe(rows)
    keys.push(serviceKey)
    stack.signal('SIGTERM')
    expect(await stack.ended).toBe(0)
    await writeFile(join(dataDir, 'somebody-elses.txt'), 'kept')
  }
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(await readFile(join(dataDir, 'somebody-elses.txt'), 'utf8')).toBe('kept')
})

test.each(MOMENTS)(
  'asked to stop in its first start when %s, it ends in order, and starts again',
  async (_, moment) => {
    dataDir = await folders.empty()
    const stack = spawnStack({ dataDir })
    await stack.reaches(() => moment(dataDir))
    stack.signal('SIGTERM')
    expect(await stack.ended).toBe(0)
    expect(stack.said()).toBe('')
    expect(await postgresOf(dataDir)).toBeUndefined()
    expect(await exists('stack.json')).toBe(false)
    const again = spawnStack({ dataDir })
    await again.ready()
    again.signal('SIGTERM')
    expect(await again.ended).toBe(0)
  },
)

test('open connections of every kind do not keep it from ending in order', async () => {
  dataDir = await folders.used()
  const stack = spawnStack({ dataDir })
  const { api, db, publishableKey } = await stack.ready()
  const webSocket = new WebSocket(
    `${api.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}`,
  )
  webSocket.on('error', () => {})
  await once(webSocket, 'open')
  await (await fetch(`${api}/health`)).text()
  const silent = connect(Number(new URL(api).port), 'localhost')
  const halfway = connect(Number(new URL(api).port), 'localhost')
  const client = new pg.Client(db)
  for (const each of [silent, halfway, client]) each.on('error', () => {})
  halfway.write('POST /rest/v1/favorites HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx')
  await client.connect()
  await client.query('begin')
  stack.signal('SIGTERM')
  expect(await stack.ended).toBe(0)
  expect(stack.said()).not.toContain('too long')
})
