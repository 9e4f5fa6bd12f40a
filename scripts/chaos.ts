/**
 * `npm run chaos -- --schedules N --seed S`: runs N schedules of seed S on two threads. A failing one is printed with its seed, shrunk, and kept in a file.
 * `--replay SEED.NUMBER` or `--replay FILE` runs one again and tells every step of it; `--fault NAME` plants a fault (sync/chaos/planted.ts).
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Answer, firstFailure, hireCrew, seedsOf } from '../sync/chaos/campaign.ts'
import { plantedFault } from '../sync/chaos/planted.ts'
import { shrink } from '../sync/chaos/shrink.ts'
import type { Schedule } from '../sync/chaos/steps.ts'

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    threads: { type: 'string', default: '2' },
    replay: { type: 'string' },
    fault: { type: 'string' },
  },
})
const planted = values.fault === undefined ? {} : plantedFault(values.fault)
const crew = await hireCrew({ threads: Number(values.threads), ...planted })

const tell = (answer: Answer): void => {
  console.log(
    `seed ${answer.schedule.seed}, ${answer.schedule.steps.length} steps, run ${answer.fingerprint}:`,
  )
  for (const complaint of answer.complaints) console.log(`  ✗ ${complaint}`)
}

async function replay(what: string): Promise<void> {
  const schedule = what.endsWith('.json') ? (JSON.parse(await readFile(what, 'utf8')) as Schedule) : what
  const answer = await crew.run(schedule, true)
  for (const line of answer.lines) console.log(line)
  tell(answer)
  process.exitCode = answer.complaints.length > 0 ? 1 : 0
}

async function campaign(): Promise<void> {
  const startedAt = performance.now()
  const counts: Record<string, number> = {}
  let done = 0
  console.log(`seed ${values.seed}, ${values.schedules} schedules`)
  const failure = await firstFailure(crew, seedsOf(values.seed, Number(values.schedules)), (answer) => {
    for (const [what, count] of Object.entries(answer.counts)) counts[what] = (counts[what] ?? 0) + count
    if (++done % 500 === 0) console.log(`${done} passed, ${rate(done, startedAt)}`)
  })
  if (failure === undefined) {
    console.log(`${done} schedules passed, ${rate(done, startedAt)}`)
    console.log(
      Object.entries(counts)
        .map(([what, count]) => `${what}: ${count}`)
        .join(', '),
    )
    return
  }
  process.exitCode = 1
  tell(failure)
  console.log('shrinking …')
  const small = await shrink(
    failure.schedule,
    async (candidate) => (await crew.run(candidate)).complaints.length > 0,
  )
  tell(await crew.run(small))
  for (const step of small.steps) console.log(`  ${JSON.stringify(step)}`)
  const file = join(await mkdtemp(join(tmpdir(), 'mirutomo-chaos-')), `${small.seed}.json`)
  await writeFile(file, JSON.stringify(small, null, 1))
  console.log(
    `again: npm run chaos -- --replay ${failure.schedule.seed}, or shrunk: npm run chaos -- --replay ${file}`,
  )
}

const rate = (done: number, startedAt: number): string => {
  const seconds = (performance.now() - startedAt) / 1000
  return `${Math.round(seconds)} s, ${(done / seconds).toFixed(2)} schedules/s`
}

await (values.replay === undefined ? campaign() : replay(values.replay))
await crew.end()
