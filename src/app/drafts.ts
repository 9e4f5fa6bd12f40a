import type { Draft } from '#sync/seal/remainder.ts'

/** Unfinished texts that forms keep per person, under `mirutomo-draft:<user id>:<name>`. */
export const DRAFT_PREFIX = 'mirutomo-draft:'

const prefixOf = (userId: string): string => `${DRAFT_PREFIX}${userId}:`

/** None where the browser keeps nothing. */
export function draftsOf(userId: string): Draft[] {
  const prefix = prefixOf(userId)
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ name: key.slice(prefix.length), text: localStorage.getItem(key) ?? '' }))
  } catch {
    return []
  }
}

export function forgetDrafts(userId: string): void {
  try {
    for (const { name } of draftsOf(userId)) localStorage.removeItem(prefixOf(userId) + name)
  } catch {
    // Where the browser keeps nothing, nothing is left.
  }
}

/** Puts drafts back. What has been begun anew since stands. */
export function putDraftsBack(userId: string, drafts: Draft[]): void {
  const begun = new Set(draftsOf(userId).map(({ name }) => name))
  for (const { name, text } of drafts)
    if (!begun.has(name)) localStorage.setItem(prefixOf(userId) + name, text)
}
