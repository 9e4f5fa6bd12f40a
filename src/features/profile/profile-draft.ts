import * as v from 'valibot'
import { GENDERS, type ProfileFields } from '#domain/profile.ts'
import { draftKey, readDraft, writeDraft } from '#platform/drafts.ts'

const Draft = v.object({
  username: v.string(),
  display_name: v.string(),
  bio: v.string(),
  channel_url: v.string(),
  // A draft of an earlier build has none of these.
  interests: v.optional(v.array(v.string()), []),
  birth_date: v.optional(v.string(), ''),
  gender: v.optional(v.picklist(['', ...GENDERS]), ''),
  area: v.optional(v.string(), ''),
})

const keyOf = (userId: string): string => draftKey(userId, 'profile')

/** What was typed into the profile and not yet saved, null when there is nothing; survives reload and restart. */
export function readProfileDraft(userId: string): ProfileFields | null {
  try {
    const draft = v.safeParse(Draft, JSON.parse(readDraft(keyOf(userId)) ?? 'null'))
    return draft.success ? draft.output : null
  } catch {
    return null
  }
}

export function writeProfileDraft(userId: string, fields: ProfileFields | null): void {
  writeDraft(keyOf(userId), fields && JSON.stringify(fields))
}
