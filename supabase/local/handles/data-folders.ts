import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAll, spawnStack } from './spawned-stack.ts'

export type DataFolders = {
  /** A folder of this test alone; its parent may be entered by everybody. */
  empty: () => Promise<string>
  /** The same, with what a first start and an orderly stop leave in it. */
  used: () => Promise<string>
  /** Ends what this test started and removes its folders. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Folders for tests that start the stack; the first start, which takes seconds, is made once and copied. */
export async function openDataFolders(): Promise<DataFolders> {
  const template = await mkdtemp(join(tmpdir(), 'mirutomo-template-'))
  const first = spawnStack({ dataDir: join(template, '.local') })
  await first.ready()
  first.signal('SIGTERM')
  await first.ended
  const made: string[] = []
  const empty = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'mirutomo データ '))
    await chmod(folder, 0o755)
    made.push(folder)
    return join(folder, '.local')
  }
  return {
    empty,
    async used() {
      const dataDir = await empty()
      await cp(join(template, '.local'), dataDir, { recursive: true, mode: 0 })
      return dataDir
    },
    async clear() {
      await killAll()
      for (const folder of made.splice(0)) await remove(folder)
    },
    close: () => remove(template),
  }
}

/** A killed PostgreSQL may still be writing its last. */
const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
