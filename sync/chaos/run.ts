import type { ServerFault } from '../testing/fake-server.ts'
import type { Builds } from './bundle.ts'
import { editsAreDatedRight } from './oracles/clocks.ts'
import { noDraftsOfOthers, draftsAreSentOnceOrKept } from './oracles/drafts.ts'
import { onlyOneAccountIsHere } from './oracles/departures.ts'
import { messagesOnceAndInOrder, noEditIsLost } from './oracles/edits.ts'
import { parkedWithReason, refusedAtMostThrice } from './oracles/refusals.ts'
import { nothingWaits, replicasEqualServer } from './oracles/replicas.ts'
import { lookAtPages, pagesShowTheTruth } from './oracles/views.ts'
import { perform } from './perform.ts'
import { settle } from './settle.ts'
import { createSimulation, type Simulation } from './simulation.ts'
import type { Schedule } from './steps.ts'

export type Outcome = {
  /** What went wrong, empty when nothing did. */
  complaints: string[]
  /** The same for every run of the same schedule. */
  fingerprint: string
  tasks: number
  counts: Record<string, number>
}

export type RunOptions = {
  builds: Builds
  serverFaults?: ServerFault[]
  onLine?: (line: string) => void
}

/** Runs a schedule from its beginning until everything is quiet, and says what is wrong then or was meanwhile. */
export async function runSchedule(schedule: Schedule, options: RunOptions): Promise<Outcome> {
  const simulation = createSimulation(schedule, options)
  const { kernel, witness, auth } = simulation
  const late: string[] = []
  for (const step of schedule.steps) {
    await kernel.run(kernel.now() + step.wait)
    options.onLine?.(`— ${JSON.stringify(step)}`)
    perform(simulation, step)
    if (witness.complaints.length > 0) break
  }
  if (witness.complaints.length === 0) {
    await settle(simulation, () => late.push(...lateEdits(simulation)))
  }
  const ended = witness.complaints.length > 0 ? [] : await judge(simulation)
  return {
    complaints: [...witness.complaints, ...auth.losses(), ...late, ...ended],
    fingerprint: kernel.fingerprint(),
    tasks: kernel.tasksRun(),
    counts: simulation.counts,
  }
}

async function judge(simulation: Simulation): Promise<string[]> {
  const seen = await lookAtPages(simulation)
  return [
    ...nothingWaits(simulation),
    ...replicasEqualServer(simulation),
    ...onlyOneAccountIsHere(simulation),
    ...noDraftsOfOthers(simulation),
    ...noEditIsLost(simulation),
    ...draftsAreSentOnceOrKept(simulation),
    ...messagesOnceAndInOrder(simulation),
    ...editsAreDatedRight(simulation),
    ...refusedAtMostThrice(simulation),
    ...parkedWithReason(simulation),
    ...pagesShowTheTruth(simulation, seen),
  ]
}

/** A refused row delays no other: what was not refused has arrived soon after the connection is back. */
function lateEdits(simulation: Simulation): string[] {
  const refused = simulation.witness.refusals.map(({ collection, id }) => `${collection}/${id}`)
  return nothingWaits(simulation)
    .filter((complaint) => !refused.some((name) => complaint.includes(name)))
    .map((complaint) => `${complaint}, although nothing hinders it`)
}
