import * as v from 'valibot'
import type { ERROR_SENTENCES, FailureCode } from '#domain/errors.ts'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { type ServerTime, timeOf } from '#domain/server-time.ts'
import { deviceNow, learnClockOffset } from '#platform/clock.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { ask, NoAnswer, textOf, type Http } from './http.ts'
import type { Arguments, Changes, Filters, Path } from '#database/server-row.ts'

/** Only the type is imported: home does not load the catalogue of sentences. */
const NOT_AUTHENTICATED =
  'User not authenticated' satisfies (typeof ERROR_SENTENCES)['rating_not_authenticated']

export class RestFailure extends Error {
  readonly code: FailureCode
  /** The refusal's own code, where the database raised one. */
  readonly hint: string | null
  /** PostgREST's or PostgreSQL's code of the refusal. */
  readonly serverCode: string | null
  constructor(
    code: FailureCode,
    cause?: unknown,
    hint: string | null = null,
    serverCode: string | null = null,
  ) {
    super(code === 'signed_out' ? NOT_AUTHENTICATED : code, { cause })
    this.code = code
    this.hint = hint
    this.serverCode = serverCode
  }
}

const word = v.nullish(v.string(), null)
const Refusal = v.fallback(v.object({ hint: word, code: word }), { hint: null, code: null })

/** undefined where this is no JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A captive portal or a proxy answers with a page of its own, of any status; a gateway says that our server
 * is in trouble.
 */
const isOfSomebodyElse = (status: number, body: unknown): boolean =>
  body === undefined && (status < 500 || status === 511)

export type RestAnswer = {
  body: unknown
  /** Number of rows there are in all, when asked for. */
  total: number | null
  /** When the server gave this answer, in ms; older than now when the worker kept it. */
  asOf: ServerTime | null
}

export type Question<Asked extends Path = Path> = {
  params?: Partial<Record<'select' | 'order' | 'limit' | 'offset' | Filters<Asked>, string>>
  /** Arguments of a function: POST. */
  body?: Arguments[Asked]
  /** New values of the rows that `params` name: PATCH. */
  change?: Changes[Asked]
  countAll?: boolean
  /** With the signed-in person's token; a visitor asks without. */
  asPerson?: boolean
}

/** One request to `/rest/v1/<path>`; throws RestFailure. */
export type Rest = <Asked extends Path>(path: Asked, question?: Question<Asked>) => Promise<RestAnswer>

type Surroundings = Http & {
  /** null for a visitor, and nobody else; rejects where whoever is signed in has none just now. */
  accessToken: () => Promise<string | null>
}

const CODES: Record<number, FailureCode> = {
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  429: 'server',
}
const BUSY_PAUSE_MS = 1_000
/** Addresses; a search without a connection asks at each letter. */
const UNANSWERED_MAX = 200
/** A `Date` tells whole seconds, and the answer may have been under way for as long as is waited for one. */
const DATE_ERROR_MS = API_TIMEOUT_MS + 1_000

function totalOf(answer: Response): number | null {
  const total = Number(answer.headers.get('content-range')?.split('/')[1] ?? Number.NaN)
  return Number.isInteger(total) ? total : null
}

/** A body as `Schema` describes it; throws RestFailure where it is something else. */
export function readBody<Schema extends v.GenericSchema>(
  Schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(Schema, body)
  if (!read.success) throw new RestFailure('server', read.issues)
  return read.output
}

const addressOf = (path: string, params: object | undefined): string =>
  params ? `${path}?${new URLSearchParams(Object.entries(params))}` : path

function throwUnanswered(error: unknown): never {
  throw new RestFailure(error instanceof NoAnswer ? error.code : 'offline', error)
}

/** Plain fetch, so that an anonymous visitor loads no client library. */
export function createRest({ environment, accessToken, reached, request = fetch }: Surroundings): Rest {
  /**
   * What had no answer of the server's is asked past the HTTP cache the next time: a captive portal's page
   * may be fresh there. Not at once for all: with `cache` Chromium forgets that the server permits it, and
   * asks before each.
   */
  const unanswered = new Set<string>()
  const distrust = (address: string): void => {
    const [oldest = address] = unanswered
    if (unanswered.size >= UNANSWERED_MAX) unanswered.delete(oldest)
    unanswered.add(address)
  }
  return async (path, { params, body, change, countAll = false, asPerson = false } = {}) => {
    const token = asPerson ? await accessToken().catch(throwUnanswered) : null
    const address = addressOf(path, params)
    const sent = body ?? change
    const isVisitors = sent === undefined && !token && !countAll
    const firstOrNow: typeof fetch = async (url, init) =>
      // The line may have come back since
      (await takeFirstAnswer(address)?.catch(() => undefined)) ?? request(url, init)
    const send = () =>
      ask(
        { environment, reached, request: isVisitors ? firstOrNow : request },
        {
          method: change ? 'PATCH' : sent === undefined ? 'GET' : 'POST',
          path: `rest/v1/${address}`,
          token,
          body: sent && JSON.stringify(sent),
          headers: countAll ? { prefer: 'count=exact' } : {},
          cache: sent === undefined && unanswered.has(address) ? 'reload' : 'default',
          timeoutMs: API_TIMEOUT_MS,
        },
        textOf,
      ).catch((error: unknown) => {
        distrust(address)
        throwUnanswered(error)
      })
    let whole = await send()
    // Nothing was done: too much of the account or network was under way at this moment
    if (whole.answer.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
      whole = await send()
    }
    const { answer, body: text } = whole
    const told = parsed(text)
    if (isOfSomebodyElse(answer.status, told)) {
      distrust(address)
      reached(false)
      throw new RestFailure('offline', text)
    }
    reached(true)
    unanswered.delete(address)
    if (!answer.ok) {
      const { hint, code } = v.parse(Refusal, told)
      const kind = CODES[answer.status] ?? (answer.status >= 500 ? 'server' : 'invalid')
      throw new RestFailure(kind, text, hint, code)
    }
    const asOf = timeOf(answer.headers.get('date') ?? '') || null
    // What a visitor reads may have been kept by the worker for days
    const isOfNow = token !== null || body !== undefined
    if (isOfNow && asOf !== null) learnClockOffset(asOf - deviceNow(), DATE_ERROR_MS)
    return { body: told, total: totalOf(answer), asOf }
  }
}
