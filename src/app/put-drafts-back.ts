import { versionsOf } from '#platform/drafts.ts'
import { returnDraft } from '#platform/open-draft.ts'
import type { Draft } from '#sync/seal/remainder.ts'

/**
 * Puts drafts back beside what the person has begun since, which stays the newer. Repeated, it puts back
 * nothing twice. Throws when one cannot be kept: then it must stay where it is.
 */
export function putDraftsBack(userId: string, drafts: Draft[]): void {
  for (const { name, text, at = 0, sending = null } of drafts) {
    const place = { whose: userId, name }
    const isThere = versionsOf(place).some((version) => version.text === text)
    if (!isThere && !returnDraft(place, { text, at, sending }))
      throw new Error('a draft could not be put back')
  }
}
