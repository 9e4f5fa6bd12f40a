import { deviceNow } from '#platform/clock.ts'
import type { App } from './app.ts'

/** The time in ms, by the corrected clock where the person's database is open, else by the device's own. */
export function correctedNow({ keeper }: Pick<App, 'keeper'>): number {
  const state = keeper.state.read()
  return state.status === 'open' ? state.opened.store.now() : deviceNow()
}
