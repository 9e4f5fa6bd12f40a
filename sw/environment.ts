import * as v from 'valibot'

export const ENVIRONMENT_CACHE = 'environment'
export const ENVIRONMENT_PATH = '/environment.json'

const Environment = v.object({
  apiUrl: v.pipe(v.string(), v.url()),
  publishableKey: v.pipe(v.string(), v.minLength(1)),
  thumbnailBase: v.optional(v.string(), 'https://i.ytimg.com/vi'),
  vapidPublicKey: v.optional(v.string()),
})
type Environment = v.InferOutput<typeof Environment>

/** What this answer says; undefined for anything else, such as the page of a captive portal. */
export async function environmentIn(answer: Response): Promise<Environment | undefined> {
  if (!answer.ok) return undefined
  const parsed = v.safeParse(Environment, await answer.json().catch(() => undefined))
  return parsed.success ? parsed.output : undefined
}

/** Where the server is, as the page last learned it; undefined when no page ever did. */
export async function readEnvironment(): Promise<Environment | undefined> {
  const cache = await caches.open(ENVIRONMENT_CACHE)
  const stored = await cache.match(ENVIRONMENT_PATH)
  const known = stored && (await environmentIn(stored))
  if (known) return known
  // Hazard: what a captive portal said may still be fresh in the HTTP cache
  const answer = await fetch(ENVIRONMENT_PATH, { cache: 'no-store' }).catch(() => undefined)
  return answer && environmentIn(answer)
}
