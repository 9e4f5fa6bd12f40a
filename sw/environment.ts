import * as v from 'valibot'
import { ENVIRONMENT_CACHE } from './environment-cache.ts'

const PATH = '/environment.json'
const Environment = v.object({
  apiUrl: v.string(),
  publishableKey: v.string(),
  thumbnailBase: v.optional(v.string(), 'https://i.ytimg.com/vi'),
  vapidPublicKey: v.optional(v.string()),
})
type Environment = v.InferOutput<typeof Environment>

/** Where the server is, as the page last learned it; undefined when no page ever did. */
export async function readEnvironment(): Promise<Environment | undefined> {
  const cache = await caches.open(ENVIRONMENT_CACHE)
  const known = (await cache.match(PATH)) ?? (await fetch(PATH).catch(() => undefined))
  if (!known?.ok) return undefined
  const parsed = v.safeParse(Environment, await known.json().catch(() => undefined))
  return parsed.success ? parsed.output : undefined
}
