const KEY = 'mirutomo-signed-in'

/** Was somebody signed in when this device last knew? For the first frames, while the session is still being read. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function markSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that stores nothing begins as a visitor's
  }
}
