import type { Task } from '../kernel.ts'
import type { Process } from './process.ts'

const LEAST_MS = 0.1

type Callback = (...args: unknown[]) => void

/** setTimeout and its kin in virtual time. */
export function timersDoor(process: Process) {
  const running = new Map<number, Task>()
  let last = 0
  const clear = (id: unknown): void => {
    const task = typeof id === 'number' ? running.get(id) : undefined
    if (task === undefined || typeof id !== 'number') return
    process.kernel.cancel(task)
    running.delete(id)
  }
  return {
    setTimeout: (work: Callback, ms = 0, ...args: unknown[]): number => {
      const id = ++last
      // Whole ms, as browsers count; and time passes, or what waits for a fraction would wait for ever
      const task = process.task(Math.max(LEAST_MS, Math.trunc(ms)), 'timer', () => {
        running.delete(id)
        work(...args)
      })
      running.set(id, task)
      return id
    },
    setInterval: (work: Callback, ms = 0, ...args: unknown[]): number => {
      const id = ++last
      const again = (): void => {
        running.set(
          id,
          process.task(Math.max(1, ms), 'interval', () => {
            again()
            work(...args)
          }),
        )
      }
      again()
      return id
    },
    clearTimeout: clear,
    clearInterval: clear,
  }
}
