import * as v from 'valibot'
import { GENDERS } from '#domain/profile.ts'

/** What was typed into the profile and not yet saved. */
export const ProfileDraft = v.object({
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

export const PROFILE_DRAFT = 'profile'
