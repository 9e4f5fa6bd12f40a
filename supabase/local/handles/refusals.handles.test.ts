import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDataFolders, type DataFolders } from './data-folders.ts'
import { postgresOf, spawnStack, type SpawnedStack } from './spawned-stack.ts'

let folders: DataFolders

beforeAll(async () => {
  folders = await openDataFolders()
})
afterAll(() => folders.close())
afterEach(() => folders.clear())

/** One sentence on one line, no stack trace, and an exit code that is not zero. */
async function refusal(stack: SpawnedStack): Promise<string> {
  expect(await stack.ended).toBe(1)
  const lines = stack.said().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/^\s+at /)
  return lines[0] ?? ''
}

async function startsAndStops(dataDir: string, args: string[] = []): Promise<void> {
  const stack = spawnStack({ dataDir, args })
  await stack.ready()
  stack.signal('SIGTERM')
  expect(await stack.ended).toBe(0)
}

test('a second start on the same data folder; the first goes on', async () => {
  const dataDir = await folders.used()
  const first = spawnStack({ dataDir })
  const { api } = await first.ready()
  const said = await refusal(spawnStack({ dataDir }))
  expect(said).toContain('already running')
  expect(said).toContain(dataDir)
  expect(said).toContain(String(first.pid))
  expect(await refusal(spawnStack({ dataDir, args: ['--fresh'] }))).toContain('already running')
  expect((await fetch(`${api}/health`)).status).toBe(200)
  expect(await first.ready()).toMatchObject({ api })
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)
})

test.each(['PORT', 'API_PORT'])('%s in use', async (name) => {
  const dataDir = await folders.used()
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const said = await refusal(spawnStack({ dataDir, env: { [name]: String(port) } }))
  expect(said).toContain(`Port ${port} is in use; choose another with ${name}.`)
  expect(await postgresOf(dataDir)).toBeUndefined()
  taken.close()
})

test('a port that is none, an argument that is none', async () => {
  const dataDir = await folders.empty()
  expect(await refusal(spawnStack({ dataDir, env: { PORT: 'abc' } }))).toContain('PORT=abc')
  expect(await refusal(spawnStack({ dataDir, args: ['--frish'] }))).toContain('--frish')
})

test('a data folder that cannot be written', async () => {
  const locked = join(dirname(await folders.empty()), 'locked')
  await mkdir(locked, { mode: 0o555 })
  const said = await refusal(spawnStack({ dataDir: join(locked, 'data'), user: 'ordinary' }))
  expect(said).toContain(`${join(locked, 'data')} cannot be written (EACCES)`)
})

test('a data folder that is a file', async () => {
  const dataDir = await folders.empty()
  await writeFile(dataDir, 'a file')
  expect(await refusal(spawnStack({ dataDir }))).toContain(`${dataDir} cannot be written (EEXIST)`)
})

test.each([
  ['its keys are gone', (at: string) => rm(join(at, 'keys.json')), /half-written: .*keys\.json/],
  [
    'its keys are cut off',
    (at: string) => writeFile(join(at, 'keys.json'), '{"jwtSec'),
    /half-written: .*keys\.json/,
  ],
  [
    'the version file is gone',
    (at: string) => rm(join(at, 'postgres', 'PG_VERSION')),
    /version file is missing.*half-written/,
  ],
  [
    'the control file is gone',
    (at: string) => rm(join(at, 'postgres', 'global', 'pg_control')),
    /pg_control.*half-written/,
  ],
  [
    'the catalogue is gone',
    (at: string) => rm(join(at, 'postgres', 'base'), { recursive: true }),
    /half-written/,
  ],
])('a half-written data folder: %s', async (_, damage, sentence) => {
  const dataDir = await folders.used()
  await damage(dataDir)
  const said = await refusal(spawnStack({ dataDir }))
  expect(said).toMatch(sentence)
  expect(said).toContain('--fresh')
})

test('--fresh is the way out of a half-written data folder', async () => {
  const dataDir = await folders.used()
  await rm(join(dataDir, 'postgres', 'global'), { recursive: true })
  await startsAndStops(dataDir, ['--fresh'])
})

test('what an interrupted first start left is nobody’s and is made anew', async () => {
  const dataDir = await folders.empty()
  await mkdir(join(dataDir, 'postgres.initializing', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.initializing', 'PG_VERSION'), '17\n')
  await writeFile(join(dataDir, 'postgres.password'), 'old')
  await writeFile(join(dataDir, 'lock'), '')
  await startsAndStops(dataDir)
})
