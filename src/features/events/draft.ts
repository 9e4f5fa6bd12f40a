import * as v from 'valibot'

export const EventDraft = v.object({
  /** Of what was sent and perhaps not answered, or is changed; null before. Sent twice it is one event. */
  id: v.nullable(v.string()),
  title: v.string(),
  description: v.string(),
  isOnline: v.boolean(),
  place: v.string(),
  url: v.string(),
  /** As the fields hold them, by the device's clock. */
  starts: v.string(),
  ends: v.string(),
  capacity: v.string(),
  /** The `updated_at` of what it was made from (GivenEvent). */
  seenAt: v.optional(v.nullable(v.string()), null),
})
/** What the form holds. */
export type EventDraft = v.InferOutput<typeof EventDraft>

/** Of each event its own; null: of a new one. */
export const eventDraftName = (event: string | null): string => (event === null ? 'event' : `event-${event}`)
