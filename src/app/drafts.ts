import * as platform from '#platform/drafts.ts'
import type { Draft } from '#sync/seal/remainder.ts'

/** None where the browser keeps nothing. */
export const draftsOf = (userId: string): Draft[] =>
  platform.draftsOf(userId).map(({ name, version: { text, at, sending } }) => ({ name, text, at, sending }))

/** Never rejects. */
export const forgetDrafts = (userId: string): Promise<void> => platform.forgetDraftsOf(userId)
