import {
  bothTexts,
  draftKey,
  draftNamesOf,
  forgetDraftsOf,
  isFormDraft,
  readDraft,
  writeDraft,
} from '#platform/drafts.ts'
import type { Draft } from '#sync/seal/remainder.ts'

/** None where the browser keeps nothing. */
export const draftsOf = (userId: string): Draft[] =>
  draftNamesOf(userId).map((name) => ({ name, text: readDraft(draftKey(userId, name)) ?? '' }))

/** Never rejects. */
export const forgetDrafts = (userId: string): Promise<void> => forgetDraftsOf(userId)

/**
 * Puts drafts back, the latest first. A text that has been begun anew since follows the one that comes back, of a form what was begun later stands; put back
 * twice they are the same. Throws when one cannot be kept: then it must stay where it is.
 */
export function putDraftsBack(userId: string, drafts: Draft[]): void {
  const begun = new Map(draftsOf(userId).map(({ name, text }) => [name, text]))
  for (const { name, text } of drafts) {
    const since = begun.get(name)
    if (since !== undefined && isFormDraft(name)) continue
    const key = draftKey(userId, name)
    const both = since === undefined ? text : bothTexts(text, since)
    writeDraft(key, both)
    if (readDraft(key) !== both) throw new Error('a draft could not be put back')
  }
}
