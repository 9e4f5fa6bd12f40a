import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFunctionProcess, type FunctionProcess } from './function-process.ts'

/** A process lent for one call. */
export type Loan = {
  process: FunctionProcess
  /** To be called once, when the answer has gone out whole or never will. A process that is of no use any more is ended. */
  giveBack(condition: 'good' | 'useless'): void
}

export type FunctionPool = {
  /** Starts the function where it is not running; throws `FunctionDidNotStart`. */
  borrow(name: string, entry: string): Promise<Loan>
  close(): Promise<void>
}

type Running = { started: Promise<FunctionProcess>; calls: number; usedAt: number; idle?: NodeJS.Timeout }

export type PoolOptions = {
  env: Record<string, string>
  /** A function that is not called stops after this; it starts again at its next call. */
  idleMs: number
  bootTimeoutMs: number
  /** When one more is needed, the one that was idle longest makes room. */
  maxRunning: number
  log: (line: string) => void
}

/** The functions that are running, each in a process of its own, only as long as they are used. */
export function openFunctionPool(options: PoolOptions): FunctionPool {
  const running = new Map<string, Running>()
  let cacheFolder: Promise<string> | undefined
  let closed = false

  async function start(name: string, entry: string): Promise<FunctionProcess> {
    cacheFolder ??= mkdtemp(join(tmpdir(), 'mirutomo-functions-'))
    return startFunctionProcess({ ...options, name, entry, cacheFolder: await cacheFolder })
  }

  function launch(name: string, entry: string): Running {
    makeRoom()
    const launched: Running = { started: start(name, entry), calls: 0, usedAt: Date.now() }
    running.set(name, launched)
    const forget = (): void => {
      clearTimeout(launched.idle)
      if (running.get(name) === launched) running.delete(name)
    }
    launched.started.then(({ exited }) => exited.then(forget), forget)
    return launched
  }

  function makeRoom(): void {
    const idle = [...running]
      .filter(([, { calls }]) => calls === 0)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [name] of idle.slice(0, Math.max(0, running.size - options.maxRunning + 1))) stop(name)
  }

  function stop(name: string): void {
    const stopped = running.get(name)
    running.delete(name)
    clearTimeout(stopped?.idle)
    stopped?.started.then((process) => process.kill()).catch(() => {})
  }

  function takeBack(name: string, used: Running, condition: 'good' | 'useless'): void {
    used.calls -= 1
    used.usedAt = Date.now()
    if (running.get(name) !== used) return
    if (condition === 'useless') stop(name)
    if (condition === 'useless' || used.calls > 0) return
    used.idle = setTimeout(() => stop(name), options.idleMs)
    used.idle.unref()
  }

  return {
    async borrow(name, entry) {
      if (closed) throw new Error('the functions are closed')
      const used = running.get(name) ?? launch(name, entry)
      used.calls += 1
      clearTimeout(used.idle)
      try {
        return { process: await used.started, giveBack: (condition) => takeBack(name, used, condition) }
      } catch (error) {
        used.calls -= 1
        throw error
      }
    },
    async close() {
      closed = true
      const ends = [...running.values()].map(({ started }) =>
        started.then((process) => process.kill()).catch(() => {}),
      )
      for (const { idle } of running.values()) clearTimeout(idle)
      await Promise.all(ends)
      if (cacheFolder) await rm(await cacheFolder, { recursive: true, force: true })
    },
  }
}
