import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StackRefusal } from '../refusal.ts'
import { damaged, foreign } from './complaints.ts'
import { guard } from './guard.ts'
import type { Launcher } from './launcher.ts'

export const SUPERUSER = 'supabase_admin'
const VERSION = '17'

type Options = {
  folder: string
  password: string
  initdb: string
  launcher: Launcher
  signal?: AbortSignal | undefined
}

/**
 * Makes PostgreSQL's folder when there is none. initdb works in a folder beside the real one, which gets its name only when complete; what an
 * interrupted one left holds nothing of anybody and is thrown away. Hazard: the initdb of a stack that was killed lives a moment longer and may empty its folder then,
 * so each has one of its own.
 */
export async function initialize({ folder, password, initdb, launcher, signal }: Options): Promise<void> {
  if (await isCluster(folder)) return
  signal?.throwIfAborted()
  const workplace = `${folder}.initializing`
  const beginnings = join(workplace, randomUUID())
  const passwordFile = `${folder}.password`
  const clear = async (): Promise<void> => {
    await rm(passwordFile, { force: true })
    await rm(workplace, { recursive: true, force: true, maxRetries: 10 })
  }
  await clear()
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  await mkdir(workplace, { mode: 0o700 })
  await mkdir(beginnings, { mode: 0o700 })
  launcher.own(workplace)
  launcher.own(beginnings)
  launcher.own(passwordFile)
  try {
    const child = launcher.spawn(
      initdb,
      [
        `--pgdata=${beginnings}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
      ],
      ['ignore', 'pipe', 'pipe'],
    )
    const giveUp = (): boolean => child.kill('SIGINT')
    signal?.addEventListener('abort', giveUp, { once: true })
    if (signal?.aborted) giveUp()
    const release = child.pid === undefined ? () => {} : guard(child.pid)
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    const [code] = await once(child, 'close')
    release()
    signal?.removeEventListener('abort', giveUp)
    signal?.throwIfAborted()
    if (code !== 0) {
      const said = Buffer.concat(output).toString('utf8').trim().split('\n').at(-1) ?? ''
      throw new StackRefusal(
        `PostgreSQL could not make its folder ${folder}: ${said} / データベースのフォルダーを作成できません。`,
      )
    }
    await rename(beginnings, folder)
  } finally {
    await clear()
  }
}

/** Only a whole one has its name; one with that name and without its version file has lost something since. */
async function isCluster(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  try {
    if ((await readdir(folder)).length === 0) return false
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
    if (version === VERSION) return true
    throw damaged(folder, `its version file says "${version.slice(0, 20)}" and not ${VERSION}.`)
  } catch (error) {
    if (error instanceof StackRefusal) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw code === 'EACCES' || code === 'EPERM'
      ? foreign(folder)
      : damaged(folder, 'its version file is missing.')
  }
}
