import * as v from 'valibot'
import {
  PROMOTION_EVENT_KINDS,
  PROMOTION_EVENT_MAX_AGE_MS,
  type PromotionEventKind,
} from '#domain/promotions.ts'
import type { ObservableValue } from '#platform/observable-value.ts'
import { RestFailure, type Rest } from './rest.ts'
import type { Session } from './session/session.ts'

/** What was seen and is not told yet, under `mirutomo-promotions:<user id, or visitor>`; gone at sign-out like everything there (forget-traces.ts). */
const PREFIX = 'mirutomo-promotions:'
const VISITOR = 'visitor'
/** Tells a visitor's views apart from another's; random, and no account's. */
const VISITOR_KEY = 'mirutomo-visitor'
const MAX_KEPT = 300
/** As many as the server takes at once. */
const BATCH = 50
/** What is seen one after the other goes together. */
const TELL_AFTER_MS = 3_000

const Queue = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      booking_id: v.pipe(v.string(), v.uuid()),
      kind: v.picklist(PROMOTION_EVENT_KINDS),
      at: v.number(),
    }),
  ),
)
type Queue = v.InferOutput<typeof Queue>

const HOUR_MS = 60 * 60 * 1000
/** The server counts an hour once, so it is told once. */
const nameOf = ({ booking_id, kind, at }: Queue[number]): string =>
  `${booking_id} ${kind} ${Math.floor(at / HOUR_MS)}`

function read(viewer: string): Queue {
  try {
    const kept = v.safeParse(Queue, localStorage.getItem(PREFIX + viewer))
    return kept.success ? kept.output : []
  } catch {
    return []
  }
}

function write(viewer: string, queue: Queue): void {
  try {
    if (queue.length === 0) localStorage.removeItem(PREFIX + viewer)
    else localStorage.setItem(PREFIX + viewer, JSON.stringify(queue.slice(-MAX_KEPT)))
  } catch {
    // Storage that is full or forbidden: a view that is not counted harms nobody.
  }
}

function forgetMembers(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && key !== PREFIX + VISITOR) localStorage.removeItem(key)
  } catch {
    // Where nothing is kept there is nothing to forget
  }
}

function visitorKey(): string {
  const made = crypto.randomUUID()
  try {
    const kept = localStorage.getItem(VISITOR_KEY)
    if (kept) return kept
    localStorage.setItem(VISITOR_KEY, made)
  } catch {
    // A browser that keeps nothing gets a new one each time
  }
  return made
}

export type PromotionEvents = {
  /** Notes that whoever looks has seen or opened the promotion of a booking; told to the server soon, or when there is a connection. Never fails. */
  note: (kind: PromotionEventKind, bookingId: string) => void
  /** Tells the server what is kept, of the present person and of visitors. Never fails. */
  flush: () => Promise<void>
}

type Surroundings = {
  rest: Rest
  online: ObservableValue<boolean>
  session: Pick<Session, 'settled' | 'state'>
  now: () => number
}

export function createPromotionEvents({ rest, online, session, now }: Surroundings): PromotionEvents {
  const told = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushing: Promise<void> = Promise.resolve()

  async function tell(viewer: string): Promise<void> {
    const recent = read(viewer).filter(({ at }) => at > now() - PROMOTION_EVENT_MAX_AGE_MS)
    const asPerson = viewer !== VISITOR
    for (let from = 0; from < recent.length; from += BATCH) {
      const batch = recent.slice(from, from + BATCH)
      const events = batch.map((event) => ({ ...event, at: new Date(event.at).toISOString() }))
      try {
        const body = asPerson ? { events } : { events, visitor: visitorKey() }
        await rest('rpc/record_promotion_events', { body, asPerson })
      } catch (error) {
        // What the server will never take must not stand in the way of what follows
        if (!(error instanceof RestFailure && error.code === 'invalid')) return
      }
      const gone = new Set(batch.map(nameOf))
      const left = read(viewer)
      // Whoever left meanwhile has taken it along: nothing is written again
      if (left.length > 0)
        write(
          viewer,
          left.filter((event) => !gone.has(nameOf(event))),
        )
    }
  }

  async function tellAll(): Promise<void> {
    if (!online.read()) return
    const settled = await session.settled()
    if (settled.status === 'signedIn') await tell(settled.userId)
    await tell(VISITOR)
  }
  const flush = (): Promise<void> => (flushing = flushing.then(tellAll).catch(() => {}))
  online.listen(() => online.read() && void flush())
  // What was seen while somebody was leaving was noted after their traces had been removed
  session.state.subscribe(({ status }) => {
    if (status === 'signedOut') forgetMembers()
  })

  async function keep(kind: PromotionEventKind, bookingId: string, at: number): Promise<void> {
    await session.settled()
    // Order matters: nothing comes between this look and the write
    const state = session.state.read()
    const viewer = state.status === 'signedIn' ? state.userId : VISITOR
    const event = { booking_id: bookingId, kind, at }
    const name = `${viewer} ${nameOf(event)}`
    if (told.has(name)) return
    told.add(name)
    const kept = read(viewer)
    if (!kept.some((known) => nameOf(known) === nameOf(event))) write(viewer, [...kept, event])
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), TELL_AFTER_MS)
  }

  return { note: (kind, bookingId) => void keep(kind, bookingId, now()).catch(() => {}), flush }
}
