import { type DraftPlace, type DraftVersion, type OpenDraft, openDraft } from '#domain/draft.ts'
import { draftShelf, versionsOf } from './drafts.ts'
import { ownTab } from './tabs.ts'

export type { DraftVersion, OpenDraft }

/** The draft of this place in this tab; `told` is called whenever its state may be another. */
export const draftAt = (place: DraftPlace, told: () => void): OpenDraft => openDraft(draftShelf, place, told)

/** Has this stand at the place, as if it was typed in this tab. Answers false where it cannot be kept. */
export function layDraft(
  place: DraftPlace,
  text: string,
  known?: Pick<DraftVersion, 'at' | 'sending'>,
): boolean {
  const given = known ?? { at: draftShelf.now(), sending: null }
  return draftShelf.keep(place, { id: draftShelf.newId(), tab: ownTab(), text, ...given })
}

/** For every tab. */
export const endVersion = (place: DraftPlace, id: string): void => draftShelf.end(place, id)
export function endDraft(place: DraftPlace): void {
  for (const { id } of versionsOf(place)) draftShelf.end(place, id)
}
