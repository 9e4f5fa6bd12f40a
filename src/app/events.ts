import * as v from 'valibot'
import {
  EVENT_REFUSALS,
  type EventFailure,
  type EventPage,
  type EventResult,
  type EventRole,
  type EventSummary,
  type GivenEvent,
  type ListedEvent,
  type SeenEvent,
} from '#domain/event.ts'
import type { App } from './app.ts'
import { readBody, RestFailure, type Rest } from './rest.ts'
import { columnsOf, rowOf, type Arguments, type FunctionPath } from '#database/server-row.ts'

/** upcoming: those that are not over, the next first · past: the latest first · mine: held by the person or joined, those to come first. */
export type EventView = 'upcoming' | 'past' | 'mine'
/** Of a person's own, at most. */
const OWN_SHOWN = 100
/** Of an event, told to its organizer at most. */
const PARTICIPANTS_SHOWN = 1_000

const Person = rowOf('profiles', { id: v.string(), username: v.string(), avatar_url: v.nullable(v.string()) })
const Listed = rowOf('events', {
  id: v.string(),
  title: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  is_online: v.boolean(),
  place: v.string(),
  capacity: v.nullable(v.number()),
  participant_count: v.number(),
  cancelled_at: v.nullable(v.string()),
})
const Summary = v.object({ ...Listed.entries, organizer: Person }) satisfies v.GenericSchema<
  unknown,
  EventSummary
>
const COLUMNS = `${columnsOf(Listed)},organizer:profiles!organizer_id(${columnsOf(Person)})`
const Told = rowOf('events', { description: v.string(), updated_at: v.string() })
const Detail = v.object({ ...Summary.entries, ...Told.entries })
const Joined = rowOf('event_participants', { event_id: v.string() })
/** null: hidden behind a block. */
const JoinedEvents = v.array(v.object({ event: v.nullable(Summary) }))
const Participant = rowOf('event_participants', { user_id: v.string() })
const Participants = v.array(v.object({ ...Participant.entries, person: v.nullable(Person) }))
const Link = rowOf('event_links', { url: v.string() })

/** The first `limit` events of a view as `me` sees them, null for a visitor; `mine` is empty for a visitor. Throws RestFailure. */
export async function loadEvents(
  rest: Rest,
  { view, me, limit }: { view: EventView; me: string | null; limit: number },
): Promise<EventPage> {
  if (view === 'mine') return { events: me === null ? [] : await loadOwn(rest, me), total: 0 }
  const [answer, joined] = await Promise.all([
    rest('events', {
      params: {
        select: COLUMNS,
        // The server's own time: the question is the same whenever it is asked
        ends_at: view === 'past' ? 'lte.now' : 'gt.now',
        order: view === 'past' ? 'starts_at.desc,id' : 'starts_at,id',
        limit: String(limit),
      },
      countAll: true,
      asPerson: true,
    }),
    me === null ? new Set<string>() : loadJoined(rest, me),
  ])
  const events = readBody(v.array(Summary), answer.body).map((event) => withRole(event, me, joined))
  return { events, total: answer.total ?? events.length }
}

async function loadJoined(rest: Rest, me: string): Promise<Set<string>> {
  const { body } = await rest('event_participants', {
    params: { select: columnsOf(Joined), user_id: `eq.${me}` },
    asPerson: true,
  })
  return new Set(readBody(v.array(Joined), body).map(({ event_id }) => event_id))
}

async function loadOwn(rest: Rest, me: string): Promise<ListedEvent[]> {
  const newest = { limit: String(OWN_SHOWN), order: 'created_at.desc' }
  const [held, joined] = await Promise.all([
    rest('events', { params: { select: COLUMNS, organizer_id: `eq.${me}`, ...newest }, asPerson: true }),
    rest('event_participants', {
      params: { select: `event:events(${COLUMNS})`, user_id: `eq.${me}`, ...newest },
      asPerson: true,
    }),
  ])
  return [
    ...readBody(v.array(Summary), held.body).map((event) => ({ ...event, role: 'organizer' as const })),
    ...readBody(JoinedEvents, joined.body).flatMap(({ event }) =>
      event === null ? [] : [{ ...event, role: 'participant' as const }],
    ),
  ]
}

function withRole(event: EventSummary, me: string | null, joined: ReadonlySet<string>): ListedEvent {
  const role: EventRole =
    event.organizer.id === me ? 'organizer' : joined.has(event.id) ? 'participant' : 'none'
  return { ...event, role }
}

/** One event as `me` sees it; `event` null where there is none, or none for them. Throws RestFailure. */
export async function loadEvent(
  rest: Rest,
  id: string,
  me: string | null,
): Promise<{ event: SeenEvent | null }> {
  const of = { event_id: `eq.${id}` }
  const [events, participants, links] = await Promise.all([
    rest('events', {
      params: { select: `${COLUMNS},${columnsOf(Told)}`, id: `eq.${id}` },
      asPerson: true,
    }),
    me === null
      ? null
      : rest('event_participants', {
          params: {
            select: `${columnsOf(Participant)},person:profiles!user_id(${columnsOf(Person)})`,
            ...of,
            order: 'created_at,user_id',
            limit: String(PARTICIPANTS_SHOWN),
          },
          asPerson: true,
        }),
    me === null ? null : rest('event_links', { params: { select: columnsOf(Link), ...of }, asPerson: true }),
  ])
  const [found] = readBody(v.array(Detail), events.body)
  if (found === undefined) return { event: null }
  const there = participants === null ? [] : readBody(Participants, participants.body)
  const event = withRole(found, me, new Set(there.some(({ user_id }) => user_id === me) ? [id] : []))
  return {
    event: {
      ...event,
      description: found.description,
      updated_at: found.updated_at,
      url: links === null ? null : (readBody(v.array(Link), links.body)[0]?.url ?? null),
      participants: event.role === 'organizer' ? there.flatMap(({ person }) => person ?? []) : [],
    },
  }
}

/** Holds an event, or changes the person's own of this id. The same again changes nothing. */
export const saveEvent = (app: Pick<App, 'rest'>, { id, ...event }: GivenEvent): Promise<EventResult> =>
  told(app, 'rpc/save_event', { event: id, ...event })
export const cancelEvent = (app: Pick<App, 'rest'>, event: string): Promise<EventResult> =>
  told(app, 'rpc/cancel_event', { event })
export const joinEvent = (app: Pick<App, 'rest'>, event: string): Promise<EventResult> =>
  told(app, 'rpc/join_event', { event })
export const leaveEvent = (app: Pick<App, 'rest'>, event: string): Promise<EventResult> =>
  told(app, 'rpc/leave_event', { event })

async function told<Asked extends FunctionPath>(
  { rest }: Pick<App, 'rest'>,
  path: Asked,
  body: Arguments[Asked],
): Promise<EventResult> {
  try {
    await rest(path, { body, asPerson: true })
    return { ok: true }
  } catch (error) {
    return { ok: false, code: eventFailure(error) }
  }
}

function eventFailure(error: unknown): EventFailure {
  if (!(error instanceof RestFailure)) return 'server'
  const refusal = EVENT_REFUSALS.find((code) => code === error.hint)
  if (refusal !== undefined) return refusal
  if (error.hint === 'suspended') return 'suspended'
  if (error.code === 'offline' || error.code === 'timeout') return 'offline'
  return error.code === 'signed_out' ? 'signed_out' : 'server'
}
