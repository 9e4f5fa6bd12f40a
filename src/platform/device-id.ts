const KEY = 'mirutomo-device'

/** Names this browser, not the person; stays when accounts change. A browser that stores nothing gets a new one each time. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept) return kept
    const made = crypto.randomUUID()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return crypto.randomUUID()
  }
}
