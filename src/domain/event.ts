import { isPast, type ServerTime } from './server-time.ts'

/** An event as lists show it; times ISO 8601. `capacity` null: any number. */
export type EventSummary = {
  id: string
  title: string
  starts_at: string
  ends_at: string
  is_online: boolean
  /** Empty online. */
  place: string
  capacity: number | null
  participant_count: number
  cancelled_at: string | null
  organizer: EventPerson
}
export type EventPerson = { id: string; username: string; avatar_url: string | null }

/** With what somebody has to do with it. */
export type ListedEvent = EventSummary & { role: EventRole }
export type EventRole = 'organizer' | 'participant' | 'none'
export type EventPage = { events: ListedEvent[]; total: number }

/** An event as one person sees it. */
export type SeenEvent = ListedEvent & {
  description: string
  /** Where it is online, for those who take part and the organizer. */
  url: string | null
  /** When the organizer last changed it, as the server writes it: to say what a change was made from. */
  updated_at: string
  /** For the organizer alone. */
  participants: EventPerson[]
}

export type EventPhase = 'cancelled' | 'over' | 'running' | 'upcoming'

export function phaseOf(
  event: Pick<EventSummary, 'starts_at' | 'ends_at' | 'cancelled_at'>,
  now: ServerTime,
): EventPhase {
  if (event.cancelled_at !== null) return 'cancelled'
  if (isPast(event.ends_at, now)) return 'over'
  return isPast(event.starts_at, now) ? 'running' : 'upcoming'
}

export const isFull = ({ capacity, participant_count }: EventSummary): boolean =>
  capacity !== null && participant_count >= capacity

/**
 * What the organizer says; `url` empty for none. The server trims texts. `seen_at`: the `updated_at` of what was changed; null for a new one, or to put it in the place of whatever there is.
 */
export type GivenEvent = {
  id: string
  title: string
  description: string
  starts_at: string
  ends_at: string
  is_online: boolean
  place: string
  url: string
  capacity: number | null
  seen_at: string | null
}

/** Why the server refused something about an event (functions save_event, cancel_event, join_event). Closed. */
export const EVENT_REFUSALS = [
  'title_missing',
  'title_too_long',
  'title_invalid',
  'description_too_long',
  'description_invalid',
  'start_missing',
  'start_past',
  'start_too_far',
  'end_missing',
  'end_past',
  'end_before_start',
  'event_too_long',
  'place_missing',
  'place_too_long',
  'place_invalid',
  'url_invalid',
  'capacity_invalid',
  'capacity_below',
  'too_many',
  'event_changed',
  'event_not_found',
  'event_cancelled',
  'event_over',
  'event_full',
  'own_event',
] as const
export type EventRefusal = (typeof EVENT_REFUSALS)[number]
export type EventFailure = EventRefusal | 'suspended' | 'signed_out' | 'offline' | 'server'
export type EventResult = { ok: true } | { ok: false; code: EventFailure }
