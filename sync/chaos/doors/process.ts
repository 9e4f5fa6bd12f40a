import type { Kernel, Owner, Task } from '../kernel.ts'
import type { Random } from '../random.ts'

/** A page, a second tab or a worker, as the doors to the outside see it: everything that it is ever called back for goes through `task`. */
export type Process = Owner & {
  kernel: Kernel
  random: Random
  /** What must be given back when it dies: locks, transactions, channels. */
  onDeath: Set<() => void>
  task(ms: number, label: string, work: () => void): Task
  /** Nothing of it runs again. */
  kill(): void
}

export function createProcess(kernel: Kernel, name: string, random: Random): Process {
  const process: Process = {
    name,
    alive: true,
    ran: 0,
    kernel,
    random,
    onDeath: new Set(),
    task: (ms, label, work) => kernel.after(ms, label, work, process),
    kill: () => {
      if (!process.alive) return
      process.alive = false
      for (const giveBack of process.onDeath) giveBack()
      process.onDeath.clear()
    },
  }
  return process
}
