import * as v from 'valibot'
import { timeOf } from '#domain/server-time.ts'
import { SYNC_REFUSALS } from '#domain/errors.ts'
import { TransportFailure } from './failure.ts'

/** What a first pull of messages leaves out: of what was written below `until`, messages below the floor of their conversation. */
const LeftOut = v.object({ until: v.number(), floors: v.record(v.string(), v.number()) })
export const Checkpoint = v.object({
  epoch: v.string(),
  row_version: v.number(),
  id: v.string(),
  /** Of messages, until a first pull has ended. */
  left_out: v.exactOptional(v.nullable(LeftOut)),
})
export type Checkpoint = v.InferOutput<typeof Checkpoint>

const Row = v.record(v.string(), v.unknown())
const PullAnswer = v.object({
  server_time: v.number(),
  /** Committed rows wait for an older transaction to end; nobody will poke when it does. */
  held_back: v.optional(v.boolean(), false),
  collections: v.record(
    v.string(),
    v.object({
      epoch: v.string(),
      reset: v.boolean(),
      rows: v.array(Row),
      checkpoint: v.nullable(Checkpoint),
      /** Of messages, where rows start from the beginning. */
      left_out: v.exactOptional(LeftOut),
    }),
  ),
})
export type PullAnswer = v.InferOutput<typeof PullAnswer>

const RowAnswer = v.variant('result', [
  v.object({ id: v.string(), result: v.literal('applied'), row: Row }),
  v.object({ id: v.string(), result: v.literal('conflict'), row: Row }),
  v.object({
    id: v.string(),
    result: v.literal('refused'),
    code: v.fallback(v.picklist(SYNC_REFUSALS), 'server_error'),
    row: v.nullish(Row),
  }),
  v.object({ id: v.string(), result: v.literal('later') }),
])
export type RowAnswer = v.InferOutput<typeof RowAnswer>
/** `later` is no answer: the server did not try the row. */
export type FinalAnswer = Exclude<RowAnswer, { result: 'later' }>

const PushAnswer = v.object({ server_time: v.number(), answers: v.record(v.string(), v.array(RowAnswer)) })
export type PushAnswer = v.InferOutput<typeof PushAnswer>

/** When a request left and its answer arrived, by the device's clock; for the corrected clock. */
export type Answered<Body> = { body: Body; sentAt: number; receivedAt: number }

/** In whose name a request goes. A token of anybody else is not used: their rows must never meet this account's. */
export type Sender = { userId: string; signal: AbortSignal }

/** The two questions a device asks. Both reject with a TransportFailure and nothing else. */
export type Transport = {
  pull(
    checkpoints: Record<string, Checkpoint | null>,
    pageLimit: number,
    sender: Sender,
  ): Promise<Answered<PullAnswer>>
  push(batches: Record<string, Record<string, unknown>[]>, sender: Sender): Promise<Answered<PushAnswer>>
}

export type TransportOptions = {
  apiUrl: string
  apiKey: string
  /**
   * The session's access token, null when nobody is signed in any more; `renew` asks for a fresh one because the server refused the last. Rejects when
   * it cannot be had just now.
   */
  accessToken: (options?: { renew: boolean }) => Promise<string | null>
  fetch?: typeof fetch
  /** The device's clock, ms. */
  now?: () => number
  /** A request without an answer for so long counts as stalled. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000
/** No `Retry-After` is heeded for longer: one that is a mistake would keep what the person wrote on this device. */
const MAX_RETRY_AFTER_MS = 600_000

/** Speaks to `/rest/v1/rpc/sync_pull` and `sync_push` with plain fetch, so that the worker stays small. */
export function createTransport(options: TransportOptions): Transport {
  const ask = async <Body>(
    name: string,
    payload: unknown,
    schema: v.GenericSchema<unknown, Body>,
    sender: Sender,
  ): Promise<Answered<Body>> => {
    const first = await request(options, name, payload, await tokenOf(options, sender, false), sender.signal)
    const answer =
      first.status === 401
        ? await request(options, name, payload, await tokenOf(options, sender, true), sender.signal)
        : first
    return { body: readAnswer(answer, schema), sentAt: answer.sentAt, receivedAt: answer.receivedAt }
  }
  return {
    pull: (checkpoints, page_limit, signal) =>
      ask('sync_pull', { checkpoints, page_limit }, PullAnswer, signal),
    push: (batches, sender) => ask('sync_push', { batches }, PushAnswer, sender),
  }
}

type RawAnswer = {
  status: number
  retryAfter: string | null
  date: string | null
  text: string
  sentAt: number
  receivedAt: number
}

async function request(
  options: TransportOptions,
  name: string,
  payload: unknown,
  token: string,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const now = options.now ?? Date.now
  const send = options.fetch ?? fetch
  const startedAt = performance.now()
  // Hazard: the timeout must span the body too; a stalled body never ends by itself.
  const limit = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  try {
    const response = await send(`${options.apiUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: options.apiKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(payload),
      signal: AbortSignal.any([signal, limit]),
      // Hazard: no `cache` here. A POST is never answered from a cache, but with 'no-store' Chromium forgets that the server permits it and asks before each
    })
    const text = await response.text()
    const receivedAt = now()
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      text,
      // The trip is timed by a clock that nobody can set
      sentAt: receivedAt - (performance.now() - startedAt),
      receivedAt,
    }
  } catch (error) {
    throw new TransportFailure({ kind: limit.aborted ? 'stalled' : 'network' }, { cause: error })
  }
}

async function tokenOf(options: TransportOptions, sender: Sender, renew: boolean): Promise<string> {
  const token = await options.accessToken({ renew }).catch((error: unknown) => {
    throw error instanceof TransportFailure
      ? error
      : new TransportFailure({ kind: 'network' }, { cause: error })
  })
  if (token === null || subjectOf(token) !== sender.userId)
    throw new TransportFailure({ kind: 'reauthenticate' })
  return token
}

/** Whose token this is, undefined when it cannot be told. The server verifies it; here it only keeps accounts apart. */
function subjectOf(token: string): string | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const claims = v.safeParse(
      v.object({ sub: v.string() }),
      JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))),
    )
    return claims.success ? claims.output.sub : undefined
  } catch {
    return undefined
  }
}

function readAnswer<Body>(answer: RawAnswer, schema: v.GenericSchema<unknown, Body>): Body {
  // Once: a page of a pull is large
  const told = parseJson(answer.text)
  // Order matters: what somebody else wishes is not the server's wish, however long it names
  if (isOfSomebodyElse(answer.status, told)) throw new TransportFailure({ kind: 'not_the_server' })
  if (answer.status === 401) throw new TransportFailure({ kind: 'reauthenticate' })
  if (answer.status === 429) {
    throw new TransportFailure({
      kind: 'busy',
      retryAfterMs: retryAfterMs(answer.retryAfter, answer.date),
    })
  }
  if (answer.status >= 500) {
    throw new TransportFailure({
      kind: 'server',
      retryAfterMs: retryAfterMs(answer.retryAfter, answer.date),
    })
  }
  if (answer.status >= 400) throw new TransportFailure({ kind: 'rejected', status: answer.status })
  const body = v.safeParse(schema, told)
  if (!body.success) throw new TransportFailure({ kind: 'not_the_server' })
  return body.output
}

/** A request that cannot be read: what it carries is refused for it. */
const BLAMES_THE_ROWS: ReadonlySet<number> = new Set([400, 422])
/** As PostgREST tells of every error. Hazard: a proxy may speak JSON too, and must not have what is good refused. */
const ApiError = v.object({ code: v.string(), message: v.string() })

/**
 * What is no JSON is of a captive portal or a proxy, whatever its status, and says nothing of the server, the session or the rows; nor do other words than the API's say that
 * a row is at fault. But how much may be sent at once is a proxy's to say.
 */
function isOfSomebodyElse(status: number, told: unknown): boolean {
  if (status === 413) return false
  return told === undefined || (BLAMES_THE_ROWS.has(status) && !v.is(ApiError, told))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * `Retry-After` (seconds, or a date, from the answer's own) in ms, at most MAX_RETRY_AFTER_MS; null when it
 * cannot be read.
 */
function retryAfterMs(header: string | null, date: string | null): number | null {
  if (header === null) return null
  const seconds = Number(header)
  const wishMs = Number.isFinite(seconds) ? seconds * 1000 : timeOf(header) - timeOf(date ?? '')
  return Number.isNaN(wishMs) ? null : Math.min(Math.max(0, wishMs), MAX_RETRY_AFTER_MS)
}
