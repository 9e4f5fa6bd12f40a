import * as v from 'valibot'
import { premiumStatus, type PremiumStatus } from '#domain/premium.ts'
import { serverNow } from '#platform/clock.ts'
import { firstValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import type { OwnProfile } from './account.ts'
import { rowOf } from '#database/server-row.ts'
import type { StoreState } from './store/store-state.ts'

const Facts = rowOf('rpc/own_profile', {
  is_premium: v.boolean(),
  premium_plan: v.nullish(v.string()),
  premium_expiry: v.nullish(v.string()),
})

/** As the server says at this moment, by its own clock. Throws RestFailure, and ValiError when it says something else. */
export async function premiumOnServer({ rest }: Pick<App, 'rest'>): Promise<PremiumStatus> {
  const { body, asOf } = await rest('rpc/own_profile', { body: {}, asPerson: true })
  return premiumStatus(v.parse(Facts, body), asOf ?? serverNow())
}

/** As the device last heard; null when it never did. Waits for its database to open. */
export async function premiumOnDevice({ keeper }: Pick<App, 'keeper'>): Promise<PremiumStatus | null> {
  const isThere = (state: StoreState): state is Exclude<StoreState, { status: 'opening' }> =>
    state.status !== 'opening'
  const state = await firstValue(keeper.state, isThere)
  if (state.status !== 'open') return null
  const own = await firstOf(state.opened.ownProfile$)
  return own && premiumStatus(own, state.opened.store.now())
}

function firstOf(source: {
  subscribe: (next: (own: OwnProfile | null) => void) => { unsubscribe: () => void }
}): Promise<OwnProfile | null> {
  return new Promise((resolve) => {
    let done = false
    let watching: { unsubscribe: () => void } | undefined
    watching = source.subscribe((own) => {
      done = true
      watching?.unsubscribe()
      resolve(own)
    })
    // The first may have come before there was something to end
    if (done) watching.unsubscribe()
  })
}

const SERVER_LIMIT_MS = 4_000

/** Refreshed from the server where it answers soon, else as the device knows it; null when neither does. */
export async function refreshedPremium(
  app: Pick<App, 'rest' | 'keeper' | 'connectivity'>,
): Promise<PremiumStatus | null> {
  if (!app.connectivity.online.read()) return premiumOnDevice(app)
  const late = new Promise<null>((resolve) => setTimeout(resolve, SERVER_LIMIT_MS, null))
  const answered = await Promise.race([premiumOnServer(app).catch(() => null), late])
  return answered ?? premiumOnDevice(app)
}
