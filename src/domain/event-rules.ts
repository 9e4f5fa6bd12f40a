import type { EventRefusal } from './event.ts'
import { isPlainName, isWebAddress } from './profile.ts'
import type { ServerTime } from './server-time.ts'
import { composedName, pastedAddress, typedNumber } from './typed-text.ts'

/** Characters. The server knows the same limits (table `events`). */
export const EVENT_TITLE_MAX_LENGTH = 100
export const EVENT_DESCRIPTION_MAX_LENGTH = 4_000
export const EVENT_PLACE_MAX_LENGTH = 200
const URL_MAX_LENGTH = 2_000
export const EVENT_CAPACITY_MAX = 10_000
const DAY_MS = 86_400_000
const LONGEST_MS = 31 * DAY_MS
const FARTHEST_MS = 366 * DAY_MS

/** As typed. Times in ms, null for none; `capacity` as text, empty for any number. */
export type TypedEvent = {
  title: string
  description: string
  isOnline: boolean
  place: string
  url: string
  startsAt: number | null
  endsAt: number | null
  capacity: string
}
export type EventField = 'title' | 'description' | 'place' | 'url' | 'startsAt' | 'endsAt' | 'capacity'

/** What is there already when an event is changed. */
type Known = { startsAt: number; participants: number }

const lengthOf = (text: string): number => Array.from(text).length
/** As a name, with lines and tabs (`private.is_plain_text`). */
const HIDDEN_OR_TURNING = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u
const isPlainText = (text: string): boolean =>
  text.isWellFormed() && !HIDDEN_OR_TURNING.test(text.replace(/[\t\n]/g, ''))

/** The first thing wrong with each field, as the server would say it; empty when the event may be held. */
export function eventProblems(
  typed: TypedEvent,
  nowMs: ServerTime,
  known: Known | null,
): Partial<Record<EventField, EventRefusal>> {
  const problems: [EventField, EventRefusal | null][] = [
    ['title', nameProblem(typed.title, EVENT_TITLE_MAX_LENGTH, 'title')],
    ['description', descriptionProblem(typed.description)],
    ['startsAt', startProblem(typed, nowMs, known)],
    ['endsAt', endProblem(typed, nowMs)],
    ['place', typed.isOnline ? null : nameProblem(typed.place, EVENT_PLACE_MAX_LENGTH, 'place')],
    ['url', typed.isOnline && !isUrl(pastedAddress(typed.url)) ? 'url_invalid' : null],
    ['capacity', capacityProblem(typed.capacity, known)],
  ]
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null))
}

function nameProblem<Name extends 'title' | 'place'>(
  text: string,
  limit: number,
  name: Name,
): `${Name}_missing` | `${Name}_too_long` | `${Name}_invalid` | null {
  const given = composedName(text)
  if (given === '') return `${name}_missing`
  if (lengthOf(given) > limit) return `${name}_too_long`
  return isPlainName(given) ? null : `${name}_invalid`
}

function descriptionProblem(text: string): EventRefusal | null {
  const given = composedName(text.replaceAll('\r\n', '\n'))
  if (lengthOf(given) > EVENT_DESCRIPTION_MAX_LENGTH) return 'description_too_long'
  return isPlainText(given) ? null : 'description_invalid'
}

/** An event that has begun keeps its start. */
function startProblem({ startsAt }: TypedEvent, nowMs: ServerTime, known: Known | null): EventRefusal | null {
  if (startsAt === null) return 'start_missing'
  if (startsAt > nowMs + FARTHEST_MS) return 'start_too_far'
  return startsAt <= nowMs && startsAt !== known?.startsAt ? 'start_past' : null
}

function endProblem({ startsAt, endsAt }: TypedEvent, nowMs: ServerTime): EventRefusal | null {
  if (endsAt === null) return 'end_missing'
  if (startsAt !== null && endsAt <= startsAt) return 'end_before_start'
  if (startsAt !== null && endsAt > startsAt + LONGEST_MS) return 'event_too_long'
  return endsAt <= nowMs ? 'end_past' : null
}

const isUrl = (url: string): boolean =>
  url === '' || (url.length <= URL_MAX_LENGTH && isPlainName(url) && isWebAddress(url))

function capacityProblem(text: string, known: Known | null): EventRefusal | null {
  const capacity = typedNumber(text)
  if (capacity === null) return null
  if (!(capacity >= 1 && capacity <= EVENT_CAPACITY_MAX)) return 'capacity_invalid'
  return known !== null && capacity < known.participants ? 'capacity_below' : null
}

/** Whose fault a refusal is; null when it is no field's. */
export const FIELD_OF: Partial<Record<EventRefusal, EventField>> = {
  title_missing: 'title',
  title_too_long: 'title',
  title_invalid: 'title',
  description_too_long: 'description',
  description_invalid: 'description',
  start_missing: 'startsAt',
  start_past: 'startsAt',
  start_too_far: 'startsAt',
  end_missing: 'endsAt',
  end_past: 'endsAt',
  end_before_start: 'endsAt',
  event_too_long: 'endsAt',
  place_missing: 'place',
  place_too_long: 'place',
  place_invalid: 'place',
  url_invalid: 'url',
  capacity_invalid: 'capacity',
  capacity_below: 'capacity',
}
