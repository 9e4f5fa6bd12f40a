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
  /** Where people show that they are human before they sign in (Cloudflare Turnstile); without it nobody has to. */
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
  const first = await takeFirstEnvironment()?.catch(() => undefined)
  if (first !== undefined) return v.parse(Environment, first)
  const answer = await request('/environment.json', { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  if (!answer.ok) throw new Error(`/environment.json answered ${answer.status}`)
  return v.parse(Environment, await answer.json())
}

const TRY_AGAIN_MS = 30_000

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
