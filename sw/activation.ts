import { within } from './within.ts'

declare const self: ServiceWorkerGlobalScope

/** Deleting what earlier releases kept takes less. */
const LIMIT_MS = 5_000

/**
 * Does `work` once this worker takes over from the one before. Hazard: until the activation has ended the
 * worker answers no request, so that no page opens. What never answers (seen in WebKit on a busy machine) is
 * left.
 */
export function whenActivated(work: () => Promise<unknown>): void {
  self.addEventListener('activate', (event) => event.waitUntil(within(LIMIT_MS, work()).catch(() => {})))
}
