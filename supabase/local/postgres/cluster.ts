import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../gateway/ports.ts'
import { StackRefusal } from '../refusal.ts'
import { prepareBinaries } from './binaries.ts'
import { damaged, foreign } from './complaints.ts'
import { guard } from './guard.ts'
import { initialize, type SUPERUSER } from './initialize.ts'
import { chooseLauncher, type Launcher } from './launcher.ts'
import { settleOrphan } from './orphan.ts'

export type Cluster = {
  pid: number
  url(role: typeof SUPERUSER | 'postgres' | 'authenticator'): string
  /** Resolves when PostgreSQL ended without having been asked to. */
  crashed: Promise<void>
  stop(): Promise<void>
}

type Options = { folder: string; logFile: string; password: string; signal?: AbortSignal | undefined }

const START_TIMEOUT_MS = 60_000
/** PostgreSQL disconnects everybody and writes its checkpoint in this time, or is ended at once and recovers on the next start. */
const STOP_TIMEOUT_MS = 3_000
const MAX_LAUNCHES = 5
/** fsync is not among them: it stays on, so what is acknowledged is on the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  // What PostgreSQL keeps is small, for the sake of a small machine; the operating system caches the rest.
  shared_buffers: '32MB',
  max_logical_replication_workers: '0',
  max_wal_size: '512MB',
  jit: 'off',
  cluster_name: 'mirutomo',
}

/** Starts PostgreSQL on a free port, making its folder first when there is none. For the holder of the data folder's lock only. */
export async function startCluster(options: Options): Promise<Cluster> {
  const { initdb, postgres } = await prepareBinaries()
  const launcher = chooseLauncher(options.folder)
  await initialize({ ...options, initdb, launcher })
  await settleOrphan(options.folder)
  for (let launches = 1; launches <= MAX_LAUNCHES; launches += 1) {
    const launched = await launch(options, postgres, launcher, await freePort())
    if (launched !== 'port-taken') return launched
  }
  throw new StackRefusal('There is no free port for PostgreSQL. / PostgreSQL 用の空きポートがありません。')
}

async function launch(
  { folder, logFile, password, signal }: Options,
  postgres: string,
  launcher: Launcher,
  port: number,
): Promise<Cluster | 'port-taken'> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // PostgreSQL writes to the file itself: a pipe to us would break under it when we are killed.
  const log = openSync(logFile, 'w')
  const child = launcher.spawn(
    postgres,
    ['-D', folder, '-p', String(port), ...settings],
    ['ignore', log, log],
  )
  closeSync(log)
  const { pid } = child
  if (pid === undefined) {
    const [error] = await once(child, 'error')
    throw new StackRefusal(`PostgreSQL cannot be run: ${String(error)} / PostgreSQL を実行できません。`)
  }
  let ended = false
  const exit = once(child, 'exit').then(() => {
    ended = true
  })
  const release = guard(pid)
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isReady(folder, pid)); await sleep(20)) {
    if (!ended && !signal?.aborted && Date.now() < deadline) continue
    // What it has not begun to serve it need not finish; the write-ahead log keeps what is to be recovered.
    child.kill('SIGQUIT')
    await exit
    release()
    signal?.throwIfAborted()
    const said = await readFile(logFile, 'utf8')
    if (said.includes('could not bind IPv4 address')) return 'port-taken'
    if (/wrong ownership|Permission denied/.test(said)) throw foreign(folder)
    throw damaged(folder, lastFatal(said))
  }
  let asked = false
  return {
    pid,
    url: (role) => `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    crashed: exit.then(() => (asked ? new Promise<never>(() => {}) : undefined)),
    async stop() {
      asked = true
      child.kill('SIGINT')
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await exit
      clearTimeout(late)
      release()
    },
  }
}

/** The eighth line of postmaster.pid says so; asking the file costs less than connecting. */
async function isReady(folder: string, pid: number): Promise<boolean> {
  const lines = await readFile(join(folder, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready'
}

function lastFatal(log: string): string {
  const lines = log.trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
  return `${fatal.replace(/^.*?(FATAL|PANIC):\s*/, '').replace(/\.$/, '')}.`
}
