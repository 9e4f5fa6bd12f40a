/** Unsaved comments live in localStorage, written with every keystroke: a reload or a crash loses nothing. Removed when the account leaves the device. */
const draftKey = (userId: string, youtubeId: string): string => `mirutomo-draft:${userId}:${youtubeId}`

/** null when there is none, or where the browser keeps nothing. */
export function readDraft(userId: string, youtubeId: string): string | null {
  try {
    return localStorage.getItem(draftKey(userId, youtubeId))
  } catch {
    return null
  }
}

/** null forgets it. Full or forbidden storage is no reason to stop typing: the text is still on the screen. */
export function keepDraft(userId: string, youtubeId: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(draftKey(userId, youtubeId))
    else localStorage.setItem(draftKey(userId, youtubeId), text)
  } catch {}
}
