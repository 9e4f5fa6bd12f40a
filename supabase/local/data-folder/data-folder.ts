import { randomUUID } from 'node:crypto'
import { access, chmod, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { Secrets, newSecrets } from '../gateway/keys.ts'
import { StackRefusal } from '../refusal.ts'
import { takeLock } from './lock.ts'

export type DataFolder = {
  path: string
  postgres: string
  postgresLog: string
  /** Contents of stored files. */
  storage: string
  /** The keys that pushes are signed with. */
  pushKeys: string
  secrets: Secrets
  /** Says that everything answers and where; `null` takes it back. */
  announce(addresses: object | null): Promise<void>
  /** Removes all that the stack keeps here; nothing of it may run any more. */
  forget(): Promise<void>
  release(): void
}

/** What the stack keeps in its folder; `--fresh` removes these and nothing else. */
const OWN = [
  'postgres',
  'postgres.initializing',
  'postgres.password',
  'postgres.log',
  'storage',
  'keys.json',
  'vapid.json',
  'stack.json',
]

/** Opens a data folder for this process alone. */
export async function openDataFolder(dataDir: string, { fresh = false } = {}): Promise<DataFolder> {
  const path = resolve(dataDir)
  await makeWritable(path)
  const lock = await takeLock(path)
  const within = (name: string): string => join(path, name)
  try {
    await rm(within('stack.json'), { force: true })
    const forget = async (): Promise<void> => {
      for (const name of OWN) await rm(within(name), { recursive: true, force: true })
    }
    if (fresh) await forget()
    await closeToOthers(within('postgres.log'), within('storage'))
    return {
      path,
      postgres: within('postgres'),
      postgresLog: within('postgres.log'),
      storage: within('storage'),
      pushKeys: within('vapid.json'),
      secrets: await openSecrets(within('keys.json'), within('postgres')),
      async announce(addresses) {
        if (addresses === null) return rm(within('stack.json'), { force: true })
        await writeWhole(within('stack.json'), addresses)
      },
      forget,
      release: () => lock.release(),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function makeWritable(path: string): Promise<void> {
  try {
    // Where root runs PostgreSQL as another user, that user passes through it.
    await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    // Root passes `access` on a read-only file system.
    const probe = join(path, `.probe-${randomUUID()}`)
    await writeWhole(probe, {})
    await rm(probe)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new StackRefusal(
      `The data folder ${path} cannot be written (${code}); choose another DATA_DIR or correct its permissions. / データフォルダーに書き込めません。DATA_DIR を変えるか、権限を直してください。`,
      { cause },
    )
  }
}

/** Logs quote what people wrote, and stored files are theirs. Also what an earlier release made. */
async function closeToOthers(log: string, storage: string): Promise<void> {
  await (await open(log, 'a', 0o600)).close()
  await chmod(log, 0o600)
  await mkdir(storage, { recursive: true, mode: 0o700 })
  await chmod(storage, 0o700)
}

/** A database without its keys cannot be opened again: its password is among them. */
async function openSecrets(file: string, postgres: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Secrets), text)
  if (kept.success) return kept.output
  const hasDatabase = await access(postgres).then(
    () => true,
    () => false,
  )
  if (hasDatabase) {
    throw new StackRefusal(
      `The data folder is half-written: ${file} is missing or damaged beside a database; begin anew with "npm start -- --fresh" or put a copy back. / データフォルダーが不完全です。npm start -- --fresh でやり直すか、バックアップを戻してください。`,
    )
  }
  const secrets = newSecrets(Date.now())
  await writeWhole(file, secrets)
  return secrets
}

/** Readers see the whole file or none; on the disk before its name is. */
async function writeWhole(path: string, content: object): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
