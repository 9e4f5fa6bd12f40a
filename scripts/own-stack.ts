import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '../supabase/local/stack.ts'

/** Work on the database (its address) of an embedded stack that is migrated, holds nobody, and is gone afterwards. */
export async function onOwnStack<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-own-'))
  const stack = await startStack({
    dataDir,
    apiPort: 0,
    webPort: 0,
    serveWeb: false,
    seed: false,
    leftUncalled: ['send_pushes'],
  })
  try {
    return await work(stack.addresses.db)
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
