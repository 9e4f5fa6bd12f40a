import { type DraftPlace, type DraftVersion, type OpenDraft, openDraft } from '#domain/draft.ts'
import { DRAFT_PREFIX, draftChanges, draftShelf, storedVersions, versionsOf } from './drafts.ts'
import { inherit, isOwnTab, ownTab } from './tabs.ts'

export type { DraftVersion, OpenDraft }

/** Whose versions are that came back with an account: the first tab that asks for a draft is their heir. */
const RETURNED = 'returned'

/** The draft of this place in this tab; `told` is called whenever its state may be another. */
export const draftAt = (place: DraftPlace, told: () => void): OpenDraft => openDraft(draftShelf, place, told)

/**
 * Calls now, and whenever drafts may have changed: by another tab, from the mirror, after the page was
 * frozen. Answers how to stop it.
 */
export function listenToDrafts(told: () => void): () => void {
  const claim = (): void => {
    const isLeft = storedVersions(DRAFT_PREFIX).some(({ tab }) => tab === RETURNED && !isOwnTab(tab))
    if (isLeft) void inherit([RETURNED]).then((isHeir) => isHeir && told())
  }
  const hear = ({ key }: StorageEvent): void => {
    if (key !== null && !key.startsWith(DRAFT_PREFIX)) return
    told()
    claim()
  }
  addEventListener('storage', hear)
  draftChanges.addEventListener('change', told)
  draftChanges.addEventListener(RETURNED, claim)
  told()
  claim()
  return () => {
    removeEventListener('storage', hear)
    draftChanges.removeEventListener('change', told)
    draftChanges.removeEventListener(RETURNED, claim)
  }
}

/** Has this stand at the place, as if it was typed in this tab. Answers false where it cannot be kept. */
export const layDraft = (place: DraftPlace, text: string): boolean =>
  lay(place, { tab: ownTab(), text, at: draftShelf.now(), sending: null })

/** Has this stand at the place again, for whichever tab asks first. Answers false where it cannot be kept. */
export function returnDraft(place: DraftPlace, version: Omit<DraftVersion, 'id' | 'tab'>): boolean {
  const isKept = lay(place, { tab: RETURNED, ...version })
  draftChanges.dispatchEvent(new Event(RETURNED))
  return isKept
}

const lay = (place: DraftPlace, version: Omit<DraftVersion, 'id'>): boolean =>
  draftShelf.keep(place, { id: draftShelf.newId(), ...version })

/** For every tab. */
export const endVersion = (place: DraftPlace, id: string): void => draftShelf.end(place, id)
export function endDraft(place: DraftPlace): void {
  for (const { id } of versionsOf(place)) draftShelf.end(place, id)
}
