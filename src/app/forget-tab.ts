/** Whoever was signed in leaves nothing in what this tab keeps for itself: every tab does this for its own. */
export function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Where the browser keeps nothing, nothing is left.
  }
}
