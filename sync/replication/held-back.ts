import type { Observable } from 'rxjs'
import { retryDelay, type Timing } from './timing.ts'

type HeldBackParts = {
  /** As `Exchange.heldBack$`. */
  heldBack$: Observable<readonly string[]>
  timing: Timing
  pull: (names: readonly string[]) => void
}

/** So often the wait doubles: up to 8 seconds. */
const DOUBLINGS = 4

/**
 * Pulls again what the server may not show yet. All devices wait for one transaction of the server: each longer each
 * time, and at a moment of its own. Answers how to stop.
 */
export function pullHeldBack({ heldBack$, timing, pull }: HeldBackParts): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let inVain = 0
  const asking = heldBack$.subscribe((names) => {
    inVain = names.length === 0 ? 0 : Math.min(inVain + 1, DOUBLINGS)
    if (inVain === 0) return
    clearTimeout(waiting)
    waiting = setTimeout(() => pull(names), retryDelay(timing, inVain))
  })
  return () => {
    clearTimeout(waiting)
    asking.unsubscribe()
  }
}
