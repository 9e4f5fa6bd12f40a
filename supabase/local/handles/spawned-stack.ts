import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'

const PROJECT = resolve(import.meta.dirname, '..', '..', '..')
const MAIN = join(PROJECT, 'supabase', 'local', 'main.ts')
const NOBODY = '65534'
const BECOME_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
const isRoot = process.getuid?.() === 0
const READY_LIMIT_MS = 60_000

/** What DESIGN §9 promises to be in stack.json. */
const Addresses = v.strictObject({
  web: v.pipe(v.string(), v.url()),
  api: v.pipe(v.string(), v.url()),
  publishableKey: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  serviceKey: v.pipe(v.string(), v.startsWith('sb_secret_')),
  db: v.pipe(v.string(), v.startsWith('postgres://postgres:')),
  mail: v.pipe(v.string(), v.url()),
  sms: v.pipe(v.string(), v.url()),
  stripe: v.nullable(v.pipe(v.string(), v.url())),
})
export type Addresses = v.InferOutput<typeof Addresses>

export type SpawnedStack = {
  pid: number
  /** Everything that it has said so far, on both channels. */
  said: () => string
  ready: () => Promise<Addresses>
  /** Waits for a moment of its life; fails when it ends before. */
  reaches: (moment: () => boolean | Promise<boolean>) => Promise<void>
  signal: (signal: NodeJS.Signals) => void
  ended: Promise<number | NodeJS.Signals>
}

type Options = {
  dataDir: string
  args?: string[]
  env?: Record<string, string>
  /** Who runs it, where several take turns on one data folder; without root's rights everybody is oneself. */
  user?: 'root' | 'ordinary'
  /** As npm runs it: under a shell, which gets the signals. */
  underShell?: boolean
}

const running = new Set<SpawnedStack>()
/** Where the project was shown to ordinary users; empty folders again once their stacks have ended. */
const places: string[] = []

/** Runs the command of `npm start` on free ports, as a person would: in a process of its own. */
export function spawnStack(options: Options): SpawnedStack {
  const { dataDir, args = [], env = {}, user, underShell = false } = options
  const bare = [...(underShell ? ['sh', '-c', '"$@"; exit $?', 'sh'] : []), process.execPath, MAIN, ...args]
  const command =
    user === undefined || !isRoot
      ? bare
      : whereAllMayEnter(user === 'root' ? bare : [...BECOME_NOBODY, ...bare])
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, PORT: '0', API_PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer): void => {
    said += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => {
    running.delete(stack)
    return signal ?? code
  })
  const stack: SpawnedStack = {
    pid: child.pid ?? 0,
    said: () => said,
    signal: (signal) => child.kill(signal),
    ended,
    ready: () => orEnd(announced(dataDir)),
    reaches: (moment) => orEnd(until(moment)),
  }
  const orEnd = <T>(work: Promise<T>): Promise<T> => {
    const end = ended.then((how) => {
      throw new Error(`ended (${how}) too early: ${said}`)
    })
    return Promise.race([end, work])
  }
  running.add(stack)
  return stack
}

/** Kills what a failed test left running. */
export async function killAll(): Promise<void> {
  for (const stack of running) {
    stack.signal('SIGKILL')
    await stack.ended
  }
  for (const place of places.splice(0)) rmdirSync(place)
}

async function announced(dataDir: string): Promise<Addresses> {
  for (let waited = 0; waited < READY_LIMIT_MS; waited += 20) {
    const text = await readFile(join(dataDir, 'stack.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) return v.parse(Addresses, JSON.parse(text))
    await sleep(20)
  }
  throw new Error(`not ready within ${READY_LIMIT_MS} ms`)
}

/** Shows root's project at a place that everybody may enter, where its own cannot be; there the command runs. */
function whereAllMayEnter(command: string[]): string[] {
  const [program = '', ...args] = BECOME_NOBODY
  if (spawnSync(program, [...args, 'test', '-r', MAIN]).status === 0) return command
  const place = mkdtempSync(join(tmpdir(), 'mirutomo-project-'))
  places.push(place)
  chmodSync(place, 0o755)
  const shown = command.map((part) => part.replace(PROJECT, place))
  // The mount is seen by this process and its children alone, and ends with them
  const mount = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"'
  return ['unshare', '--mount', 'sh', '-c', mount, 'sh', PROJECT, place, ...shown]
}

/** The pid of the PostgreSQL that runs on a data folder; undefined when none does. */
export async function postgresOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return pid > 0 && isAlive(pid) ? pid : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Waits until it is so; the test's own limit ends a wait in vain. Looks often: some moments are short. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(2)
}
