import { within } from './within.ts'

declare const self: ServiceWorkerGlobalScope

/** Deleting what earlier releases kept takes less. */
const LIMIT_MS = 5_000

/**
 * Does `work` once this worker takes over from the one before. Hazard: until the activation has ended the
 * worker answers no request, so that no page opens. A storage that does not answer is not waited for.
 */
export function whenActivated(work: () => Promise<unknown>): void {
  self.addEventListener('activate', (event) => event.waitUntil(within(LIMIT_MS, work()).catch(() => {})))
}
