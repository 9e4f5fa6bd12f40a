import * as v from 'valibot'
import { draftKey, readDraft as read, writeDraft } from '#platform/drafts.ts'

const EventDraft = v.object({
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

/** What was typed and not saved survives a reload, for each event its own; removed when the account leaves the device. `event`: its id, null for a new one. */
const keyOf = (userId: string, event: string | null): string =>
  draftKey(userId, event === null ? 'event' : `event-${event}`)

/** null when nothing was typed, or where the browser keeps nothing. */
export function readDraft(userId: string, event: string | null): EventDraft | null {
  try {
    const draft = v.safeParse(EventDraft, JSON.parse(read(keyOf(userId, event)) ?? 'null'))
    return draft.success ? draft.output : null
  } catch {
    return null
  }
}

export function keepDraft(userId: string, event: string | null, draft: EventDraft | null): void {
  writeDraft(keyOf(userId, event), draft && JSON.stringify(draft))
}
