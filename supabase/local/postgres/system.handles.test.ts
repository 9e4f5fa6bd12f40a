import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from './cluster.ts'
import { installSystem } from './system.ts'

let folder: string
let cluster: Cluster
let admin: pg.Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-system-'))
  cluster = await startCluster({
    folder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    password: 'of the superuser',
  })
  admin = new pg.Client(cluster.url('supabase_admin'))
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await cluster.stop()
  await rm(folder, { recursive: true })
})

const url = (role: string, password: string): string => {
  const own = new URL(cluster.url('postgres'))
  own.username = role
  own.password = password
  return own.href
}

test('what a newer version of the project lays is laid over what is there, and nothing is lost', async () => {
  await installSystem(admin, 'first')
  const owner = new pg.Client(url('postgres', 'first'))
  await owner.connect()
  await owner.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'kept@mirutomo.test')`)
  await owner.query('create table public.kept (owner uuid references auth.users)')
  await owner.end()
  // Another password makes another state, as a changed script would.
  await installSystem(admin, 'second')
  const again = new pg.Client(url('postgres', 'second'))
  await again.connect()
  const { rows } = await again.query('select email from auth.users')
  expect(rows).toEqual([{ email: 'kept@mirutomo.test' }])
  await again.end()
  for (const role of ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin']) {
    const client = new pg.Client(url(role, 'second'))
    await client.connect()
    await client.end()
  }
  await expect(new pg.Client(url('postgres', 'first')).connect()).rejects.toMatchObject({ code: '28P01' })
})

test('the same state is not laid again', async () => {
  await installSystem(admin, 'third')
  await admin.query('drop function storage.filename(text)')
  await installSystem(admin, 'third')
  const { rows } = await admin.query(`select to_regprocedure('storage.filename(text)') as found`)
  expect(rows).toEqual([{ found: null }])
})

test('a connection asks for the password, also the superuser', async () => {
  await expect(new pg.Client(url('supabase_admin', 'wrong')).connect()).rejects.toMatchObject({
    code: '28P01',
  })
})
