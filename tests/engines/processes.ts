import { readdirSync, readFileSync } from 'node:fs'
import type { Tab } from './port.ts'

const POLL_MS = 20
/** A tab whose process runs answers within this, also on a busy machine. */
const ANSWER_MS = 700
/** Field 22 of /proc/PID/stat, counted from the state. */
const START_TIME = 19

/** A process below one that this process started. `startedAt`: in ticks since boot; tells it from a later one of the same id. */
export type BrowserProcess = {
  pid: number
  parent: number
  startedAt: number
  name: string
  commandLine: string
}

/**
 * The processes of the browser that has `profile`, to be ended, stopped and woken by their ids. Touches nothing that this
 * process did not start. Linux only: reads /proc.
 */
export class BrowserProcesses {
  readonly #profile: string
  readonly #stopped = new Map<number, BrowserProcess>()

  constructor(profile: string) {
    this.#profile = profile
  }

  /** All that run now, the browser's own first. */
  list(): BrowserProcess[] {
    const started = descendantsOf(process.pid)
    const root = started.find(({ commandLine }) => commandLine.includes(this.#profile))
    return root === undefined ? [] : [root, ...descendantsOf(root.pid)]
  }

  /** The process by which WebKit and Chromium reach the disk: WebKit's also has the network. */
  storage(): BrowserProcess {
    const isStorage = ({ name, commandLine }: BrowserProcess) =>
      name.startsWith('WebKitNetwork') ||
      commandLine.includes('--utility-sub-type=storage.mojom.StorageService')
    const found = this.list().find(isStorage)
    if (found === undefined) throw new Error('no storage process')
    return found
  }

  /**
   * The process in which a tab's page runs: the only one without which it does not answer. The others are stopped for a
   * moment, one at a time.
   */
  async ofTab(tab: Tab): Promise<BrowserProcess> {
    let candidates = this.list().filter(isPageProcess)
    while (candidates.length > 1) {
      const silent: BrowserProcess[] = []
      for (const candidate of candidates) {
        this.stop(candidate)
        const answer = tab.evaluate(() => true)
        const isAnswered = await Promise.race([answer, after(ANSWER_MS).then(() => false)])
        this.wake(candidate)
        await answer
        if (!isAnswered) silent.push(candidate)
      }
      candidates = silent
    }
    const [found] = candidates
    if (found === undefined) throw new Error('no process without which the tab does not answer')
    return found
  }

  /** Ends it as a system that runs out of memory does: it gets no chance to say anything. */
  end(target: BrowserProcess): void {
    this.#signal(target, 'SIGKILL')
  }

  /** Stops it as a phone suspends an app: it keeps what it holds, and does nothing. */
  stop(target: BrowserProcess): void {
    this.#signal(target, 'SIGSTOP')
    this.#stopped.set(target.pid, target)
  }

  wake(target: BrowserProcess): void {
    this.#signal(target, 'SIGCONT')
    this.#stopped.delete(target.pid)
  }

  /** Before the browser is closed: a stopped process does not end. */
  wakeAll(): void {
    for (const target of this.#stopped.values()) if (isRunning(target)) this.wake(target)
  }

  #signal({ pid, startedAt }: BrowserProcess, signal: NodeJS.Signals): void {
    const isOurs = this.list().some((other) => other.pid === pid && other.startedAt === startedAt)
    if (!isOurs) throw new Error(`no process of this browser: ${pid}`)
    process.kill(pid, signal)
  }
}

const isPageProcess = ({ name, commandLine }: BrowserProcess): boolean =>
  name.startsWith('WebKitWeb') ||
  commandLine.includes('--type=renderer') ||
  (commandLine.includes('-contentproc') && / tab( |$)/.test(commandLine))

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves when none of them runs; ends those that take longer than `limitMs`. */
export async function untilEnded(processes: readonly BrowserProcess[], limitMs: number): Promise<void> {
  const limit = Date.now() + limitMs
  for (;;) {
    const left = processes.filter(isRunning)
    if (left.length === 0) return
    if (Date.now() > limit) for (const { pid } of left) process.kill(pid, 'SIGKILL')
    await after(POLL_MS)
  }
}

const isRunning = ({ pid, startedAt }: BrowserProcess): boolean =>
  readProcess(pid)[0]?.startedAt === startedAt

export function descendantsOf(root: number): BrowserProcess[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const below = (parent: number): BrowserProcess[] =>
    all.filter((child) => child.parent === parent).flatMap((child) => [child, ...below(child.pid)])
  return below(root)
}

/** Nothing when it has ended. */
function readProcess(pid: number): BrowserProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may hold anything
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    if (state === 'Z') return []
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid, parent: Number(parent), startedAt: Number(fields[START_TIME]), name, commandLine }]
  } catch {
    return []
  }
}
