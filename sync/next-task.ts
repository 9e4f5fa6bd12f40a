/** So long after somebody pressed something the page belongs to them. */
const PRESSED_MS = 500

let pressedAt = Number.NEGATIVE_INFINITY

/** Somebody has pressed something in this page just now. */
export function notePress(): void {
  pressedAt = performance.now()
}

/**
 * Between two pieces of work that nobody waits for: lets whatever waits for the thread go first, and leaves the page alone for a moment when somebody has just pressed something in it.
 * It goes on in time even if they never stop pressing.
 */
export async function nextTask(): Promise<void> {
  await yieldThread()
  const leftMs = pressedAt + PRESSED_MS - performance.now()
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
}

function yieldThread(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0))
}
