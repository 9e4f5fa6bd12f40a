import { draftsOf as versionsOfAll } from '#platform/drafts.ts'
import type { Draft } from '#sync/seal/remainder.ts'

/** None where the browser keeps nothing. */
export const draftsOf = (userId: string): Draft[] =>
  versionsOfAll(userId).map(({ name, version: { text, at, sending } }) => ({ name, text, at, sending }))
