import { PULLED_NAMES } from '../../collections/registry.ts'
import { type Act, DEVICES } from './acts.ts'
import { START_MS } from './beginning.ts'
import type { Checkpoints, Performed, Side } from './side.ts'

/** Between two steps of a schedule, by the servers' clock. */
const STEP_MS = 10

type Step = { act: Act; answer: Performed }

/**
 * Does a schedule on both servers and, at the end, pulls every device empty. Answers what each answered in a form in which equal behaviour is equal:
 * versions, places of messages and moments of the database are told by their order.
 */
export async function bothAnswers(
  schedule: Act[],
  model: Side,
  sql: Side,
): Promise<{ model: unknown[]; sql: unknown[] }> {
  const sides = [follow(model), follow(sql)] as const
  for (const { side } of sides) await side.reset(START_MS)
  let at = START_MS
  const both = async (act: Act): Promise<Performed> => {
    at += STEP_MS
    const [first, second] = sides
    const answer = await first.perform(act, at)
    if (answer !== 'skipped') await second.perform(act, at)
    return answer
  }
  for (const act of schedule) await both(act)
  for (const slot of [0, 1] as const) await both({ act: 'release', slot, commit: true })
  for (let device = 0; device < DEVICES; device++) {
    const last: Act = { act: 'pull', device, collections: [...PULLED_NAMES], limit: 500, from: 'own' }
    await both(last)
  }
  return { model: ranked(sides[0].steps), sql: ranked(sides[1].steps) }
}

/** One side with what it answered so far, from which later steps take checkpoints and places. */
function follow(side: Side) {
  const steps: Step[] = []
  const seqs = new Map<string, number>()
  const checkpoints: Checkpoints = new Map()
  return {
    side,
    steps,
    perform: async (act: Act, at: number): Promise<Performed> => {
      const answer = await side.perform(act, at, seqs, checkpoints)
      if (answer === 'skipped') return answer
      steps.push({ act, answer })
      walk(answer, (value) => {
        if (typeof value['seq'] === 'number' && typeof value['id'] === 'string')
          seqs.set(value['id'], value['seq'])
      })
      if (act.act === 'pull') keepCheckpoints(checkpoints, act.device, answer)
      return answer
    },
  }
}

function keepCheckpoints(checkpoints: Checkpoints, device: number, answer: Record<string, unknown>): void {
  const own = checkpoints.get(device) ?? {}
  checkpoints.set(device, own)
  for (const [name, page] of pagesOf(answer)) own[name] = page['checkpoint']
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pagesOf(answer: Record<string, unknown>): [string, Record<string, unknown>][] {
  const { collections } = answer
  if (!isRecord(collections)) return []
  return Object.entries(collections).flatMap(([name, page]): [string, Record<string, unknown>][] =>
    isRecord(page) ? [[name, page]] : [],
  )
}

function walk(value: unknown, visit: (record: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  if (!isRecord(value)) return
  visit(value)
  for (const item of Object.values(value)) walk(item, visit)
}

/** Columns whose values differ between the servers and mean their order only. */
const RANKS = {
  row_version: 'version',
  seq: 'place',
  user1_read_seq: 'place',
  user2_read_seq: 'place',
  created_at: 'moment',
  updated_at: 'moment',
  last_message_time: 'moment',
} as const
/** Places by conversation. */
const FLOORS = 'floors'
const isRanked = (name: string): name is keyof typeof RANKS => name in RANKS

/** What comes before every version, place and moment is itself. */
const orderOf = (value: unknown): number => (typeof value === 'string' ? microseconds(value) : Number(value))

function microseconds(time: string): number {
  const fraction = /\.(\d+)/.exec(time)?.[1] ?? ''
  return Math.floor(Date.parse(time) / 1000) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

function ranked(steps: Step[]): unknown[] {
  const values = { version: new Set([0]), place: new Set([0]), moment: new Set([0]) }
  walk(
    steps.map(({ answer }) => answer),
    (record) => {
      for (const [name, value] of Object.entries(record)) {
        if (isRanked(name)) values[RANKS[name]].add(orderOf(value))
        if (name === FLOORS && isRecord(value))
          for (const floor of Object.values(value)) values.place.add(orderOf(floor))
      }
    },
  )
  const rankOf = (kind: keyof typeof values): Map<number, number> =>
    new Map([...values[kind]].toSorted((a, b) => a - b).map((value, index) => [value, index]))
  const ranks = { version: rankOf('version'), place: rankOf('place'), moment: rankOf('moment') }
  const rank = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rank)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      // The horizon counts transactions, and the database has some of which the model knows nothing
      Object.entries(value)
        .filter(([name]) => name !== 'until')
        .map(([name, item]) => [
          name,
          isRanked(name) ? rankIn(RANKS[name], item) : name === FLOORS ? floorsIn(item) : rank(item),
        ]),
    )
  }
  const rankIn = (kind: keyof typeof ranks, value: unknown): string =>
    `${kind} ${ranks[kind].get(orderOf(value))}`
  const floorsIn = (floors: unknown): unknown =>
    isRecord(floors)
      ? Object.fromEntries(Object.entries(floors).map(([id, place]) => [id, rankIn('place', place)]))
      : floors
  return steps.map(({ act, answer }) => ({ act, answer: rank(answer) }))
}
