import type { App } from './app.ts'
import { premiumOnServer } from './read-premium.ts'

/** Pauses between questions, in ms: half a minute in all. */
const ASK_AFTER_MS = [500, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 10_000]

/** After a payment: resolves true once the server has heard of it from Stripe, which is what makes a person premium; false when that takes longer than half a minute. */
export async function awaitPremium(
  app: Pick<App, 'rest' | 'keeper'>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<boolean> {
  for (const ms of [0, ...ASK_AFTER_MS]) {
    if (ms > 0) await pause(ms)
    const status = await premiumOnServer(app).catch(() => null)
    if (!status?.isActive) continue
    const state = app.keeper.state.read()
    // The crown and the limits of this device follow its own copy of the profile
    if (state.status === 'open') void state.opened.syncNow().catch(() => {})
    return true
  }
  return false
}
