import * as v from 'valibot'
import {
  added,
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  UUID_LENGTH,
} from './definition.ts'
import { newerRow } from './join.ts'
import { rowReader, SYNCED } from './row.ts'

const ProfileRow = v.object({
  ...SYNCED,
  id: v.string(),
  username: v.string(),
  display_name: v.exactOptional(v.string()),
  bio: v.exactOptional(v.string()),
  description: v.exactOptional(v.string()),
  avatar_url: v.exactOptional(v.string()),
  channel_url: v.exactOptional(v.string()),
  /** Ids of genres. */
  interests: v.exactOptional(v.array(v.string())),
  is_premium: v.optional(v.boolean(), false),
  role: v.exactOptional(v.string()),
  youtuber_profile_id: v.exactOptional(v.string()),
  created_at: v.exactOptional(v.string()),
  updated_at: v.exactOptional(v.string()),
  /** YYYY-MM-DD. This, `gender` and `area` only in one's own: the server tells them to nobody else. */
  birth_date: v.exactOptional(v.string()),
  gender: v.exactOptional(v.string()),
  area: v.exactOptional(v.string()),
  /** Only in one's own, and only when an admin has seen a document. */
  is_age_checked: v.exactOptional(v.boolean()),
  /** Only in one's own, while the server takes nothing one writes: why, and until when (ISO 8601; without it: until further notice). */
  suspension: v.exactOptional(v.object({ reason: v.string(), ends_at: v.exactOptional(v.string()) })),
  /** These two only in one's own, too. ISO 8601. */
  premium_plan: v.exactOptional(v.string()),
  premium_expiry: v.exactOptional(v.string()),
})

/** Oneself and the people one has met. */
export type ProfileDocument = v.InferOutput<typeof ProfileRow>

export const profiles: CollectionDefinition<ProfileDocument> = {
  direction: 'pull',
  whenRefused: 'drop',
  parse: rowReader<'profiles', typeof ProfileRow>(ProfileRow),
  merge: newerRow,
  toRow: ({ id }) => ({ id }),
  schema: defineSchema<ProfileDocument>(
    'profiles',
    UUID_LENGTH,
    {
      username: anyText,
      display_name: anyText,
      bio: anyText,
      description: anyText,
      avatar_url: anyText,
      channel_url: anyText,
      is_premium: boolean,
      role: anyText,
      youtuber_profile_id: anyText,
      created_at: anyText,
      updated_at: anyText,
      interests: added,
      birth_date: added,
      gender: added,
      area: added,
      is_age_checked: added,
      suspension: added,
      premium_plan: added,
      premium_expiry: added,
    },
    [],
    'none',
  ),
}
