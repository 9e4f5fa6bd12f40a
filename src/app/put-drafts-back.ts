import { versionsOf } from '#platform/drafts.ts'
import { returnDraft } from '#platform/open-draft.ts'
import type { Draft } from '#sync/seal/remainder.ts'

/**
 * Puts drafts back: each beside what has been begun since, which stays the newer, and once, however often it is put back. Throws when one cannot be kept: then it must
 * stay where it is.
 */
export function putDraftsBack(userId: string, drafts: Draft[]): void {
  for (const { name, text, at = 0, sending = null } of drafts) {
    const place = { whose: userId, name }
    const isThere = versionsOf(place).some((version) => version.text === text)
    if (!isThere && !returnDraft(place, { text, at, sending }))
      throw new Error('a draft could not be put back')
  }
}
