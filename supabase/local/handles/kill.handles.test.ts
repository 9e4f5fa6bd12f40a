import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOMENTS } from './moments.ts'
import { openDataFolders, type DataFolders } from './data-folders.ts'
import { isAlive, postgresOf, spawnStack, until } from './spawned-stack.ts'

let folders: DataFolders
let dataDir: string

beforeAll(async () => {
  folders = await openDataFolders()
})
afterAll(() => folders.close())
beforeEach(async () => {
  dataDir = await folders.used()
})
afterEach(() => folders.clear())

/** Writes rows one after the other until the connection breaks, and tells the last one that the database acknowledged. */
async function writeUntilBroken(db: string): Promise<{ acknowledged: () => number; broken: Promise<void> }> {
  const client = new pg.Client(db)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists public.acknowledged (n int primary key)')
  let last = 0
  const broken = (async () => {
    try {
      for (;;) {
        await client.query('insert into public.acknowledged values ($1)', [last + 1])
        last += 1
      }
    } catch {
      // The stack was killed: that is the end of it.
    }
  })()
  return { acknowledged: () => last, broken }
}

async function rowsOf(db: string): Promise<number> {
  const client = new pg.Client(db)
  await client.connect()
  const { rows } = await client.query<{ count: string }>('select count(*) from public.acknowledged')
  await client.end()
  return Number(rows[0]?.count)
}

/** Also the process that would stop PostgreSQL after us. */
function killWithGuard(pid: number): void {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  for (const line of processes.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    if (parent === pid && child !== undefined && line.includes('read -r _')) process.kill(child, 'SIGKILL')
  }
  process.kill(pid, 'SIGKILL')
}

const KILLS: [string, (pid: number) => Promise<void> | void][] = [
  ['the stack is killed', (pid) => void process.kill(pid, 'SIGKILL')],
  ['the stack is killed and PostgreSQL is left behind', killWithGuard],
  [
    'all is killed at once, as by a power cut',
    async (pid) => {
      const postgres = await postgresOf(dataDir)
      killWithGuard(pid)
      process.kill(postgres ?? 0, 'SIGKILL')
    },
  ],
]

test.each(KILLS)(
  '%s while rows are written: it starts again and none that was acknowledged is lost',
  async (_, kill) => {
    const first = spawnStack({ dataDir })
    const { db } = await first.ready()
    const writing = await writeUntilBroken(db)
    await until(() => writing.acknowledged() > 200)
    await kill(first.pid)
    expect(await first.ended).toBe('SIGKILL')
    // The killed one's stack.json is still there; the next one takes it away first and writes its own.
    const second = spawnStack({ dataDir })
    await second.reaches(() => second.said().includes('http'))
    const again = await second.ready()
    await writing.broken
    expect(await rowsOf(again.db)).toBeGreaterThanOrEqual(writing.acknowledged())
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
  },
)

test('PostgreSQL does not outlive a killed stack', async () => {
  const stack = spawnStack({ dataDir })
  await stack.ready()
  const postgres = await postgresOf(dataDir)
  stack.signal('SIGKILL')
  await stack.ended
  await until(() => !isAlive(postgres ?? 0))
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'started by npm, it ends in order when npm gets %s and is gone',
  async (signal) => {
    const stack = spawnStack({ dataDir, underShell: true, env: { MIRUTOMO_FOLLOW_PARENT: '1' } })
    await stack.ready()
    stack.signal(signal)
    // Ended is, who no longer holds our pipes: the stack itself, not only the shell.
    expect(await stack.ended).toBe(signal)
    expect(existsSync(join(dataDir, 'stack.json'))).toBe(false)
    expect(await postgresOf(dataDir)).toBeUndefined()
    const next = spawnStack({ dataDir })
    await next.ready()
    next.signal('SIGTERM')
    expect(await next.ended).toBe(0)
  },
)

test('a pid in postmaster.pid that meanwhile belongs to another program is no obstacle, and that program lives', async () => {
  const first = spawnStack({ dataDir })
  await first.ready()
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  first.signal('SIGTERM')
  await first.ended
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
  const second = spawnStack({ dataDir })
  await second.ready()
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})

test.each(MOMENTS)('killed in its first start when %s, it starts again', async (_, moment) => {
  dataDir = await folders.empty()
  const first = spawnStack({ dataDir })
  await first.reaches(() => moment(dataDir))
  first.signal('SIGKILL')
  await first.ended
  const second = spawnStack({ dataDir })
  await second.reaches(() => second.said().includes('http'))
  const { db } = await second.ready()
  const client = new pg.Client(db)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as seeds from supabase_migrations.seed_files')
  expect(rows).toEqual([{ seeds: 1 }])
  await client.end()
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('when PostgreSQL ends by itself the stack says so and ends with an error', async () => {
  const stack = spawnStack({ dataDir })
  await stack.ready()
  process.kill((await postgresOf(dataDir)) ?? 0, 'SIGKILL')
  expect(await stack.ended).toBe(1)
  expect(stack.said()).toContain('database ended unexpectedly')
})
