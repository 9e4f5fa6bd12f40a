import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StackRefusal } from '../refusal.ts'

const run = promisify(execFile)
/** A guard is probably stopping it already; then SIGINT; then, as a crash would, SIGQUIT. The write-ahead log keeps what was acknowledged. */
const STEPS = [
  { signal: 0, waitMs: 500 },
  { signal: 'SIGINT', waitMs: 8_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
] as const

/**
 * Stops a PostgreSQL that a killed stack left running on this folder. Only for the holder of the data folder's lock: nobody else is using it.
 * A pid that meanwhile belongs to another program is replaced by ours, which PostgreSQL knows to be nobody's; removing the file instead would
 * also remove its protection against processes that still use its shared memory.
 */
export async function settleOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return
  if (!(await isPostgresOf(pid, folder))) {
    await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)))
    return
  }
  for (const { signal, waitMs } of STEPS) {
    if (signal !== 0 && isAlive(pid)) process.kill(pid, signal)
    for (let waited = 0; waited < waitMs; waited += 20) {
      if (!isAlive(pid)) return
      await sleep(20)
    }
  }
  throw new StackRefusal(
    `A PostgreSQL (pid ${pid}) left on ${folder} does not stop; end it and start again. / 残っている PostgreSQL (pid ${pid}) を終了してから、もう一度起動してください。`,
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function isPostgresOf(pid: number, folder: string): Promise<boolean> {
  const real = await realpath(folder)
  // PostgreSQL's working directory is its data folder.
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === real
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && (stdout.includes(folder) || stdout.includes(real))
}
