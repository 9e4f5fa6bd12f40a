import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '../../supabase/local/postgres/cluster.ts'
import { SUPERUSER } from '../../supabase/local/postgres/initialize.ts'
import { installSystem } from '../../supabase/local/postgres/system.ts'

/**
 * Work on a database (its address, as `postgres`) that is as a hosted project's before its first migration.
 */
export async function withBareDatabase<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  await mkdir(folder)
  const password = randomUUID()
  const cluster = await startCluster({
    folder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    password,
  })
  try {
    const admin = new pg.Client(cluster.url(SUPERUSER))
    await admin.connect()
    try {
      await installSystem(admin, password)
    } finally {
      await admin.end()
    }
    return await work(cluster.url('postgres'))
  } finally {
    await cluster.stop()
  }
}
