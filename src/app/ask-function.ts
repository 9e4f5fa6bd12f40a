import * as v from 'valibot'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import type { App } from './app.ts'
import { ask, NoAnswer, textOf } from './http.ts'
import { tokenNow } from './person-token.ts'
import { accessToken } from './session/browser-session.ts'

export type FunctionSurroundings = Pick<App, 'environment' | 'connectivity'> & {
  token?: () => Promise<string | null>
  request?: typeof fetch
}

/**
 * Why a function did not do what was asked. signed_out: nobody is signed in, so that nothing was sent · not_the_server: what came is no answer of a function's, as a captive
 * portal's page · refused: `body` is what it said, undefined where that is no JSON · unexpected: it did, and answered in another shape.
 */
export type FunctionFailure =
  | { kind: 'signed_out' | 'offline' | 'timeout' }
  | { kind: 'not_the_server'; status: number }
  | { kind: 'refused'; status: number; body: unknown }
  | { kind: 'unexpected' }
export type FunctionResult<T> = { ok: true; value: T } | { ok: false; failure: FunctionFailure }

const failed = (failure: FunctionFailure): { ok: false; failure: FunctionFailure } => ({ ok: false, failure })
const Json = v.pipe(v.string(), v.parseJson())

/**
 * One POST of `payload`, as JSON, to the edge function `name` as the person, read by `read`; null when
 * nobody is signed in. Throws NoAnswer.
 */
export async function postToFunction<Body>(
  { environment, connectivity, token = accessToken, request = fetch }: FunctionSurroundings,
  name: string,
  payload: object,
  timeoutMs: number,
  read: (answer: Response) => Promise<Body>,
): Promise<{ answer: Response; body: Body } | null> {
  const reached = (isReached: boolean): void => connectivity.report(isReached)
  const person = await tokenNow(token, reached)
  if (person === null) return null
  const http = { environment, reached, request }
  const path = `functions/v1/${name}`
  return ask(http, { method: 'POST', path, token: person, body: JSON.stringify(payload), timeoutMs }, read)
}

/** Asks the edge function `name` as the person; `Schema` describes the answer (spec §7). Never rejects. */
export async function askFunction<Schema extends v.GenericSchema>(
  surroundings: FunctionSurroundings,
  name: string,
  payload: object,
  Schema: Schema,
  timeoutMs: number = API_TIMEOUT_MS,
): Promise<FunctionResult<v.InferOutput<Schema>>> {
  try {
    const asked = await postToFunction(surroundings, name, payload, timeoutMs, textOf)
    if (asked === null) return failed({ kind: 'signed_out' })
    const { ok, status } = asked.answer
    const json = v.safeParse(Json, asked.body)
    surroundings.connectivity.report(json.success || !ok)
    if (!ok) return failed({ kind: 'refused', status, body: json.success ? json.output : undefined })
    if (!json.success) return failed({ kind: 'not_the_server', status })
    const read = v.safeParse(Schema, json.output)
    return read.success ? { ok, value: read.output } : failed({ kind: 'unexpected' })
  } catch (error) {
    return failed({ kind: error instanceof NoAnswer ? error.code : 'offline' })
  }
}

const Refused = v.object({ code: v.string() })

/** A failure as a code: the function's own where it is one of `refusals`. */
export function codeOfFailure<Refusal extends string>(
  failure: FunctionFailure,
  refusals: readonly Refusal[],
): Refusal | 'signed_out' | 'offline' | 'server' {
  switch (failure.kind) {
    case 'signed_out':
      return 'signed_out'
    case 'unexpected':
      return 'server'
    case 'refused': {
      const told = v.safeParse(Refused, failure.body)
      return refusals.find((refusal) => told.success && refusal === told.output.code) ?? 'server'
    }
    case 'offline':
    case 'timeout':
    case 'not_the_server':
      return 'offline'
  }
}
