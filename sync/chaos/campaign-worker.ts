/** One thread of a campaign: runs the schedules that it is sent, one at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import { compileApp } from './bundle.ts'
import type { Answer, Assignment, WorkerData } from './campaign.ts'
import { generateSchedule } from './generate.ts'
import { runSchedule } from './run.ts'

const { code, serverFaults } = workerData as WorkerData
const builds = { older: compileApp(code.older), newer: compileApp(code.newer) }
const unheard: string[] = []
process.on('unhandledRejection', (reason) => {
  // Hazard: RxDB 17.6 itself does not hear it when the databases are deleted while a replication starts; nothing is written by then
  if (reason instanceof Error && reason.name === 'DatabaseClosedError') return
  unheard.push(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))
})

async function answer(assignment: Assignment): Promise<Answer> {
  const schedule =
    typeof assignment.schedule === 'string' ? generateSchedule(assignment.schedule) : assignment.schedule
  const lines: string[] = []
  try {
    const outcome = await runSchedule(schedule, {
      builds,
      serverFaults,
      ...(assignment.isTraced ? { onLine: (line: string) => void lines.push(line) } : {}),
    })
    // Rejections that nobody heard are told in a turn of their own
    await new Promise((resolve) => setImmediate(resolve))
    const complaints = [...outcome.complaints, ...unheard.map((text) => `a rejection was not heard: ${text}`)]
    return { ...outcome, schedule, complaints, lines }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return {
      schedule,
      complaints: [`the run itself failed: ${text}`],
      lines,
      fingerprint: '',
      tasks: 0,
      counts: {},
    }
  } finally {
    unheard.length = 0
  }
}

parentPort?.on('message', (assignment: Assignment) => {
  void answer(assignment).then((result) => parentPort?.postMessage(result))
})
