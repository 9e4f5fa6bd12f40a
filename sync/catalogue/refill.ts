import * as v from 'valibot'
import { noteRepull } from '../replication/epochs.ts'
import type { Store } from '../store.ts'

const HOUR_MS = 60 * 60 * 1000
const WEEK_MS = 7 * 24 * HOUR_MS
/** The start of the app has better things to do. */
const FIRST_LOOK_MS = 60_000
/** So much more than was free when the catalogue made way: more than it takes, so that a device that stays full does not fetch it again and again. */
const ROOM_NEEDED_BYTES = 50_000_000

/** The outbox remembers under this name that the catalogue made way, when (ms) and what was free then; null where the browser does not say. */
const GIVEN_UP = 'catalogue_given_up'
const GivenUp = v.object({ at: v.number(), freeBytes: v.nullable(v.number()) })
type GivenUp = v.InferOutput<typeof GivenUp>

type Parts = Pick<Store, 'outbox' | 'channel' | 'now'>

/** What could not be noted for want of room. */
const unnoted = new WeakMap<Store['outbox'], GivenUp>()

/** Notes that some of the catalogue has made way, or was not stored, for want of room. Never rejects. */
export async function noteGivenUp({ outbox, now }: Omit<Parts, 'channel'>): Promise<void> {
  const givenUp = { at: now(), freeBytes: await freeBytes() }
  unnoted.set(outbox, givenUp)
  await note(outbox, givenUp)
}

async function note(outbox: Parts['outbox'], givenUp: GivenUp): Promise<void> {
  try {
    await outbox.remember(GIVEN_UP, givenUp)
    if (unnoted.get(outbox) === givenUp) unnoted.delete(outbox)
  } catch {
    // As long as there is no room for that, there is none for the catalogue
  }
}

/**
 * Has the catalogue pulled again from its beginning when there is clearly more room than when it made way; where the browser does not tell, after a week. Answers
 * whether.
 */
export async function refillCatalogue({ outbox, channel, now }: Parts): Promise<boolean> {
  const waiting = unnoted.get(outbox)
  if (waiting !== undefined) await note(outbox, waiting)
  const givenUp = v.safeParse(GivenUp, waiting ?? (await outbox.recall(GIVEN_UP)))
  if (!givenUp.success) return false
  const free = await freeBytes()
  const { at, freeBytes: before } = givenUp.output
  const isRoomier = free !== null && before !== null && free >= before + ROOM_NEEDED_BYTES
  if (!isRoomier && now() - at < WEEK_MS) return false
  // Order matters: what is wanted is on record before it is forgotten why
  await noteRepull(outbox, 'videos')
  await outbox.remember(GIVEN_UP, null)
  unnoted.delete(outbox)
  channel.tell({ type: 'repull', collection: 'videos' })
  return true
}

/** Looks for that soon and every hour. Answers how to stop. */
export function keepRefilling(store: Parts): () => void {
  const look = (): void => void refillCatalogue(store).catch(() => {})
  const first = setTimeout(look, FIRST_LOOK_MS)
  const hourly = setInterval(look, HOUR_MS)
  return () => {
    clearTimeout(first)
    clearInterval(hourly)
  }
}

async function freeBytes(): Promise<number | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined ? null : quota - usage
}
