import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '../../../supabase/local/migrations/migrate.ts'
import { startCluster } from '../../../supabase/local/postgres/cluster.ts'
import { installSystem } from '../../../supabase/local/postgres/system.ts'

/** A PostgreSQL of one's own with all migrations, where nothing happens but what the test does. */
export type OwnDatabase = {
  /** As the superuser, who may turn triggers off and replace functions. */
  admin: pg.Client
  /** One more connection, as the superuser. */
  connect: () => Promise<pg.Client>
  stop: () => Promise<void>
}

const MIGRATIONS = resolve(import.meta.dirname, '../../../supabase/migrations')
const PASSWORD = 'model'
/** Nobody's data: it need not outlive a crash. Nothing may run by itself, or it would hold pulls back. */
const SETTINGS = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'autovacuum = off']
/** What waits longer than this for a lock waits for a transaction that the test itself holds open. */
const LOCK_TIMEOUT = '500ms'

export async function openOwnDatabase(): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-model-'))
  const cluster = await startCluster({
    folder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    password: PASSWORD,
  })
  const clients: pg.Client[] = []
  const open = async (role: 'supabase_admin' | 'postgres'): Promise<pg.Client> => {
    const client = new pg.Client(cluster.url(role))
    await client.connect()
    clients.push(client)
    return client
  }
  const admin = await open('supabase_admin')
  for (const setting of SETTINGS) await admin.query(`alter system set ${setting}`)
  await admin.query('select pg_reload_conf()')
  await installSystem(admin, PASSWORD)
  await migrate(await open('postgres'), MIGRATIONS)
  // The people of hundreds of schedules write for days within minutes.
  await admin.query('update private.budgets set an_hour = 1e9, a_day = 1e9')
  return {
    admin,
    connect: async () => {
      const client = await open('supabase_admin')
      // Joins keep the order of what they read, so that ids are counted in the same order every time.
      await client.query(
        `set lock_timeout = '${LOCK_TIMEOUT}'; set enable_hashjoin = off; set enable_mergejoin = off`,
      )
      return client
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
