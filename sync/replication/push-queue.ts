import type { SyncRefusal } from '#domain/errors.ts'
import type { FinalAnswer, RowAnswer } from './transport.ts'

/** The server refuses a request with more rows. */
export const MAX_ROWS = 500
const MAX_REQUEST_BYTES = 2_000_000
/** How often a row may be refused for now; then it is refused for good. Requests that were rejected as a whole do not count: they say nothing of the row. */
export const MAX_SENDS = 3
/** Refusals that another try may overcome; all others are final at once. */
const PASSING: ReadonlySet<SyncRefusal> = new Set(['rate_limited', 'server_error'])

export type OutgoingRow = { id: string; row: Record<string, unknown> }

/** An answer; `sent` is the row that it answers, where that was renewed while it waited. */
export type QueueAnswer = FinalAnswer & { sent?: Record<string, unknown> }

type QueuedRow = OutgoingRow & {
  renewed: boolean
  collection: string
  size: number
  /** How often it was answered, which was always a refusal for now. */
  sends: number
  /** How often a request that contained it was rejected as a whole. */
  rejections: number
  /** Not before this time of the exchange's clock, ms. */
  notBefore: number
  call: Call
}

type Call = {
  waiting: number
  answers: Map<string, QueueAnswer>
  resolve: (answers: Map<string, QueueAnswer>) => void
}

/** The rows of one request. */
export type Batch = {
  rows: Record<string, Record<string, unknown>[]>
  ids: Record<string, string[]>
  queued: QueuedRow[]
}

export type PushQueue = {
  /** Queues rows in order; resolves when each has its final answer. `sends`: how often this row was sent before and refused. */
  add(
    collection: string,
    rows: OutgoingRow[],
    sends: (id: string) => number,
  ): Promise<Map<string, QueueAnswer>>
  /** The next request, or undefined while nothing may be sent yet. */
  next(nowMs: number): Batch | undefined
  /** When something that waits may be sent, ms; Infinity when nothing waits. */
  readyAt(): number
  /**
   * Notes the answers of a request. Answers the rows that still wait, and of these the ones that were refused
   * for now, with the number of sends. Rows that the server postponed keep their order: until `retryAt`, nothing of
   * their collection is sent, and where they are relations nothing at all. `retryAt`: when to send again after so many
   * tries.
   */
  answered(
    batch: Batch,
    answers: Record<string, RowAnswer[]>,
    retryAt: (tries: number) => number,
  ): { waiting: { collection: string; id: string }[]; passing: PassingRefusal[] }
  /** The request was rejected as a whole: it is divided until the row at fault stands alone, and only that row is refused. */
  rejected(batch: Batch, code: SyncRefusal): void
  isEmpty(): boolean
}

export type PassingRefusal = { collection: string; id: string; sends: number }

/**
 * What is to be pushed, over all collections, in the order it came. Order matters for messages: no later row of a collection overtakes an earlier one,
 * except one that the server refused for now.
 */
export function createPushQueue(): PushQueue {
  const queue: QueuedRow[] = []
  /** Of each collection: until when it waits, by the exchange's clock, ms; and how many answers in a row settled nothing. */
  const pauses = new Map<string, { until: number; times: number }>()
  const pausedUntil = (collection: string): number =>
    // A block counts before what is written after it
    Math.max(pauses.get(collection)?.until ?? 0, pauses.get('relations')?.until ?? 0)

  const settle = (row: QueuedRow, answer: FinalAnswer): void => {
    queue.splice(queue.indexOf(row), 1)
    row.call.answers.set(row.id, row.renewed ? { ...answer, sent: row.row } : answer)
    if (--row.call.waiting === 0) row.call.resolve(row.call.answers)
  }

  return {
    add: (collection, rows, sends) =>
      new Promise((resolve) => {
        const call: Call = { waiting: rows.length, answers: new Map(), resolve }
        if (rows.length === 0) resolve(call.answers)
        for (const { id, row } of rows) {
          const size = JSON.stringify(row).length * 3
          const waiting = { renewed: false, sends: sends(id), rejections: 0, notBefore: 0 }
          queue.push({ id, row, collection, size, ...waiting, call })
        }
      }),
    next: (nowMs) => {
      const free = queue.filter(({ collection }) => nowMs >= pausedUntil(collection))
      return toBatch(choose(free, nowMs))
    },
    readyAt: () =>
      Math.min(...queue.map(({ notBefore, collection }) => Math.max(notBefore, pausedUntil(collection)))),
    answered: (batch, answers, retryAt) => {
      const passing: PassingRefusal[] = []
      const byKey = new Map(
        Object.entries(answers).flatMap(([collection, rows]) =>
          rows.map((row) => [`${collection}/${row.id}`, row]),
        ),
      )
      const waiting: QueuedRow[] = []
      for (const row of batch.queued) {
        row.rejections = 0
        const answer = byKey.get(`${row.collection}/${row.id}`) ?? refusal(row.id, 'server_error')
        if (answer.result === 'later') {
          waiting.push(row)
          continue
        }
        row.sends++
        if (answer.result === 'refused' && PASSING.has(answer.code) && row.sends < MAX_SENDS) {
          row.notBefore = retryAt(row.sends)
          passing.push({ collection: row.collection, id: row.id, sends: row.sends })
        } else settle(row, answer)
      }
      const postponed = Map.groupBy(waiting, ({ collection }) => collection)
      for (const [collection, rows] of Map.groupBy(batch.queued, (row) => row.collection)) {
        const still = postponed.get(collection)?.length ?? 0
        const times = still === rows.length ? (pauses.get(collection)?.times ?? 0) + 1 : 0
        if (still === 0) pauses.delete(collection)
        else pauses.set(collection, { until: retryAt(Math.max(1, times)), times })
      }
      return { waiting: [...waiting, ...passing], passing }
    },
    rejected: (batch, code) => {
      for (const row of batch.queued) {
        row.rejections++
        if (batch.queued.length === 1) settle(row, refusal(row.id, code))
      }
    },
    isEmpty: () => queue.length === 0,
  }
}

const refusal = (id: string, code: SyncRefusal): FinalAnswer => ({ id, result: 'refused', code })

/**
 * Which rows go next. Rows of a rejected request go first and apart: once in parts of the root of their number, then alone, so that at
 * most three requests in a row with the same row are rejected, and only the row at fault is refused.
 */
function choose(queue: QueuedRow[], nowMs: number): QueuedRow[] {
  const suspects = queue.filter((row) => row.rejections > 0)
  if (suspects.length > 0) {
    const worst = Math.max(...suspects.map((row) => row.rejections))
    const level = suspects.filter((row) => row.rejections === worst)
    return worst === 1 ? level.slice(0, Math.ceil(Math.sqrt(level.length))) : level.slice(0, 1)
  }
  const chosen: QueuedRow[] = []
  const seen = new Set<string>()
  const full = new Set<string>()
  let size = 0
  for (const row of blocksFirst(queue)) {
    if (chosen.length === MAX_ROWS) break
    if (row.notBefore > nowMs || full.has(row.collection)) continue
    const key = `${row.collection}/${row.id}`
    const tooMuch = chosen.length > 0 && size + row.size > MAX_REQUEST_BYTES
    // The same row twice in one request would make its answers ambiguous
    if (tooMuch || seen.has(key)) {
      full.add(row.collection)
      continue
    }
    seen.add(key)
    chosen.push(row)
    size += row.size
  }
  return chosen
}

/** When a request cannot hold all rows, relations leave first, so that a block precedes messages (I80). */
const blocksFirst = (queue: QueuedRow[]): QueuedRow[] =>
  queue.length <= MAX_ROWS
    ? queue
    : queue.toSorted((a, b) => Number(b.collection === 'relations') - Number(a.collection === 'relations'))

/** The batch with these rows as they are now. */
export function renew(
  batch: Batch,
  collection: string,
  latest: ReadonlyMap<string, Record<string, unknown>>,
): Batch {
  for (const row of batch.queued) {
    const now = row.collection === collection ? latest.get(row.id) : undefined
    if (now !== undefined) Object.assign(row, { row: now, renewed: true })
  }
  return toBatch(batch.queued) ?? batch
}

function toBatch(queued: QueuedRow[]): Batch | undefined {
  if (queued.length === 0) return undefined
  const batch: Batch = { rows: {}, ids: {}, queued }
  for (const row of queued) {
    ;(batch.rows[row.collection] ??= []).push(row.row)
    ;(batch.ids[row.collection] ??= []).push(row.id)
  }
  return batch
}
