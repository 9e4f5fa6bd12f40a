/** Whether there were views to show when they were last read on this device. Forgotten with everything else when the account leaves it. */
const KEY = 'mirutomo-had-recent-views'

/** false where the browser keeps nothing: then no place is kept for them. */
export function hadRecentViews(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function rememberRecentViews(any: boolean): void {
  try {
    if (any) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {}
}
