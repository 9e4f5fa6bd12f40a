/** The device has no room for what is to be stored; nothing of it was stored. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** Frees what this device can do without. Answers false when there was nothing to free. */
export type Step = () => Promise<boolean>

export type Room = {
  /** What is given up for what the person does when the device is full, in this order; never anything that the server does not have. */
  steps: Step[]
  /** Called when something that can be had again was not stored. */
  leftOut: () => void
  /** Runs a write; when there is no room, frees step by step and runs it again. Rejects with StorageFullError when nothing helped. */
  write: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Runs a write of what can be had again: only the first step is taken for it, and the answer is undefined when there is no room. */
  writeExpendable: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>
}

export function createRoom(): Room {
  const freeing = new Map<Step, Promise<boolean>>()
  /** Writes that fail at the same time wait for the same freeing. */
  const free = async (step: Step): Promise<boolean> => {
    const started = freeing.get(step) ?? step().catch(() => false)
    freeing.set(step, started)
    return started.finally(() => freeing.delete(step))
  }
  const attempt = async <Result>(work: () => Promise<Result>): Promise<{ result: Result } | 'full'> => {
    try {
      return { result: await work() }
    } catch (error) {
      if (isFull(error)) return 'full'
      throw error
    }
  }
  const write = async <Result>(work: () => Promise<Result>, steps: Step[]): Promise<Result> => {
    const written = await attempt(work)
    if (written !== 'full') return written.result
    for (const step of steps) {
      const again = (await free(step)) ? await attempt(work) : 'full'
      if (again !== 'full') return again.result
    }
    throw new StorageFullError('the device has no room left')
  }
  const room: Room = {
    steps: [],
    leftOut: () => {},
    write: (work) => write(work, room.steps),
    writeExpendable: async (work) => {
      try {
        return await write(work, room.steps.slice(0, 1))
      } catch (error) {
        if (!(error instanceof StorageFullError)) throw error
        room.leftOut()
        return undefined
      }
    },
  }
  return room
}

/** Is this the browser's word for a full device? Dexie says of a transaction that failed at its end only that it was aborted, and carries the reason within. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false
  if (error.name === 'QuotaExceededError' || error.name === 'StorageFullError') return true
  return 'inner' in error && error.inner !== error && isFull(error.inner)
}
