import type { EventFailure, EventRefusal, GivenEvent } from '#domain/event.ts'
import { FIELD_OF, type EventField } from '#domain/event-rules.ts'
import { composedName, pastedAddress, typedNumber } from '#domain/typed-text.ts'
import type { EventDraft } from './draft.ts'

/** The field whose fault a refusal is; null when it is no field's. */
export const fieldOf = (code: EventFailure): { name: EventField; refusal: EventRefusal } | null => {
  const refusal = Object.keys(FIELD_OF).find((known): known is keyof typeof FIELD_OF => known === code)
  const name = refusal && FIELD_OF[refusal]
  return refusal && name ? { name, refusal } : null
}

/** What was typed as the server takes it. Times in ms. */
export function givenOf(
  typed: EventDraft,
  id: string,
  startsAt: number,
  endsAt: number,
): Omit<GivenEvent, 'seen_at'> {
  const { title, description, isOnline, place, url, capacity } = typed
  return {
    id,
    title: composedName(title),
    description: composedName(description),
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(endsAt).toISOString(),
    is_online: isOnline,
    place: isOnline ? '' : composedName(place),
    url: isOnline ? pastedAddress(url) : '',
    capacity: typedNumber(capacity),
  }
}
