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

/** Drafts of a whole form, of which two cannot be one: what was begun later stands. Of events each has its own, `event-<id>`. */
const FORMS: ReadonlySet<string> = new Set(['profile', 'channel', 'booking', 'contact', 'report', 'event'])
const isForm = (name: string): boolean => FORMS.has(name) || name.startsWith('event-')

/** Puts drafts back, the latest first. A text that has been begun anew since follows the one that comes back; put back twice they are the same. */
export function putDraftsBack(userId: string, drafts: Draft[]): void {
  const begun = new Map(draftsOf(userId).map(({ name, text }) => [name, text]))
  for (const { name, text } of drafts) {
    const since = begun.get(name)
    if (since === undefined) localStorage.setItem(prefixOf(userId) + name, text)
    else if (!isForm(name) && !since.includes(text))
      localStorage.setItem(prefixOf(userId) + name, `${text}\n${since}`)
  }
}
