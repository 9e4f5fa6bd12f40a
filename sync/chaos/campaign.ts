import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ServerFault } from '../testing/fake-server.ts'
import { type Build, bundleApp, type Edit } from './bundle.ts'
import type { Outcome } from './run.ts'
import type { Schedule } from './steps.ts'

export type WorkerData = { code: Record<Build, string>; serverFaults: ServerFault[] }
/** A schedule, or the seed of one. */
export type Assignment = { schedule: Schedule | string; isTraced: boolean }
export type Answer = Outcome & { schedule: Schedule; lines: string[] }

/** A run makes much that lives for a moment only. */
const resourceLimits = { maxYoungGenerationSizeMb: 256 }

/** Threads that run schedules with one build of the engine. */
export type Crew = {
  threads: number
  run: (schedule: Schedule | string, isTraced?: boolean) => Promise<Answer>
  end(): Promise<void>
}

export type CrewOptions = { threads: number; edits?: Edit[]; serverFaults?: ServerFault[] }

export async function hireCrew({ threads, edits = [], serverFaults = [] }: CrewOptions): Promise<Crew> {
  const workerData: WorkerData = { code: await bundleApp(edits), serverFaults }
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('campaign-worker.ts', import.meta.url), { workerData, resourceLimits }),
  )
  const idle = [...workers]
  const waiting: ((worker: Worker) => void)[] = []
  const take = (): Promise<Worker> => {
    const worker = idle.pop()
    return worker === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(worker)
  }
  const giveBack = (worker: Worker): void => {
    const next = waiting.shift()
    if (next === undefined) idle.push(worker)
    else next(worker)
  }
  return {
    threads,
    run: async (schedule, isTraced = false) => {
      const worker = await take()
      try {
        worker.postMessage({ schedule, isTraced } satisfies Assignment)
        const [answer] = (await once(worker, 'message')) as [Answer]
        return answer
      } finally {
        giveBack(worker)
      }
    },
    end: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Runs the schedules of these seeds until all have passed, or until the first that fails; answers that one. */
export async function firstFailure(
  crew: Crew,
  seeds: Iterable<string>,
  onAnswer: (answer: Answer) => void = () => {},
): Promise<Answer | undefined> {
  let failed: Answer | undefined
  const left = seeds[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true && failed === undefined; next = left.next()) {
      const answer = await crew.run(next.value)
      onAnswer(answer)
      if (answer.complaints.length > 0) failed ??= answer
    }
  }
  await Promise.all(Array.from({ length: crew.threads }, work))
  return failed
}

/** The seeds of a campaign: `seed.0`, `seed.1` … */
export function* seedsOf(seed: string, count: number): Iterable<string> {
  for (let number = 0; number < count; number++) yield `${seed}.${number}`
}
