import * as v from 'valibot'
import { takeFirstEnvironment } from './first-answers.ts'
import { firstValue, type ObservableValue } from '#platform/observable-value.ts'

const Environment = v.object({
  apiUrl: v.pipe(
    v.string(),
    v.url(),
    v.transform((url) => url.replace(/\/+$/, '')),
  ),
  publishableKey: v.pipe(v.string(), v.minLength(1)),
  /** Where `<youtube_id>/hqdefault.jpg` is found. */
  thumbnailBase: v.optional(v.string(), 'https://i.ytimg.com/vi'),
  /** What browsers subscribe to pushes with; without it there are none. */
  vapidPublicKey: v.optional(v.string()),
  /** Where phone numbers are verified. */
  firebase: v.optional(
    v.object({
      apiKey: v.string(),
      authDomain: v.string(),
      projectId: v.string(),
      /** Of a stand-in, which shows no human check. */
      emulatorUrl: v.optional(v.string()),
    }),
  ),
  /** Where cards are charged; without it nothing can be paid for here. */
  stripe: v.optional(
    v.object({
      publishableKey: v.string(),
      /** Of a stand-in, which charges nobody. */
      standInUrl: v.optional(v.string()),
    }),
  ),
  /**
   * Where people show that they are human before they sign in (Cloudflare Turnstile); without it nobody has
   * to.
   */
  turnstile: v.optional(
    v.object({
      siteKey: v.string(),
      /** Of the local provider. */
      scriptUrl: v.optional(v.string()),
    }),
  ),
})
export type Environment = v.InferOutput<typeof Environment>

const ANSWER_LIMIT_MS = 10_000

let known: Promise<Environment> | undefined

/**
 * Where the server is: /environment.json, asked for once (offline the worker answers).
 * A failure is forgotten, so that the next caller asks again.
 */
export function environment(request: typeof fetch = fetch): Promise<Environment> {
  known ??= readEnvironment(request).catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

async function readEnvironment(request: typeof fetch): Promise<Environment> {
  // The line may have come back since
  const first = v.safeParse(Environment, await takeFirstEnvironment()?.catch(() => undefined))
  if (first.success) return first.output
  return askEnvironment(request, '/environment.json', ANSWER_LIMIT_MS)
}

async function askEnvironment(request: typeof fetch, path: string, limitMs: number): Promise<Environment> {
  // Hazard: what a captive portal said may be fresh in the HTTP cache for as long as the portal wished
  const answer = await request(path, { cache: 'no-store', signal: AbortSignal.timeout(limitMs) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return v.parse(Environment, await answer.json())
}

/** Hazard: what is never answered takes up one of the few connections to a host. */
const PROBE_LIMIT_MS = 4_000

/**
 * Is it our own server that answers now? A captive portal answers everything. With a query, so that the
 * worker does not answer from its cache (sw/environment-cache.ts).
 */
export const isServerReached = (): Promise<boolean> =>
  askEnvironment(fetch, '/environment.json?now', PROBE_LIMIT_MS).then(
    () => true,
    () => false,
  )

/** As often as a connection that is lost is looked for (platform/connectivity.ts). */
const TRY_AGAIN_MS = 4_000

/** Resolves as soon as the environment can be read: asks again when the connection returns, and now and then. */
export async function onceKnown(
  read: () => Promise<Environment>,
  online: ObservableValue<boolean>,
): Promise<Environment> {
  try {
    return await read()
  } catch {
    const pause = new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    const returned = online.read() ? pause : firstValue(online, (value): value is true => value)
    await Promise.race([pause, returned])
    return onceKnown(read, online)
  }
}
