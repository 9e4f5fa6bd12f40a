import * as v from 'valibot'
import type { OwnSubscription, PremiumStatus, SubscriptionPlan } from '#domain/premium.ts'
import type { Ask } from '#ui/use-loaded.ts'
import type { App } from './app.ts'
import { askKept } from './kept-answers/ask-kept.ts'
import { premiumOnDevice, refreshedPremium } from './read-premium.ts'
import { readBody, type Rest } from './rest.ts'
import { columnsOf, rowOf } from '#database/server-row.ts'

const PlanId = v.picklist(['monthly', 'quarterly', 'yearly'])
const Plan = rowOf('subscription_plans', {
  id: PlanId,
  name: v.string(),
  months: v.number(),
  amount: v.number(),
  stripe_price_id: v.string(),
})
const Subscription = rowOf('premium_subscriptions', {
  stripe_subscription_id: v.string(),
  plan: v.nullable(PlanId),
  status: v.string(),
  current_period_end: v.nullable(v.string()),
  cancel_at_period_end: v.boolean(),
})

/** What is sold, in the order of the server. Throws RestFailure. */
export async function loadPlans({ rest }: Pick<App, 'rest'>): Promise<SubscriptionPlan[]> {
  const params = { select: columnsOf(Plan), order: 'position' }
  const { body } = await rest('subscription_plans', { params })
  return readBody(v.array(Plan), body)
}

export type OwnPremium = {
  /** null: not known. */
  status: PremiumStatus | null
  /** null: there is none. */
  subscription: OwnSubscription | null
}

/** The same as far as this device knows it; undefined: not known. */
export type KnownPremium = Omit<OwnPremium, 'subscription'> & {
  subscription: OwnSubscription | null | undefined
}

/** How a person's premium stands. Throws RestFailure. */
export async function loadOwnPremium(
  app: Pick<App, 'rest' | 'keeper' | 'connectivity'>,
): Promise<OwnPremium> {
  const [status, subscription] = await Promise.all([refreshedPremium(app), loadSubscription(app.rest)])
  return { status, subscription }
}

/** The same, and without a connection what the device knows of it, with the age of the rest. */
export function askOwnPremium(
  app: Pick<App, 'rest' | 'kept' | 'keeper' | 'connectivity'>,
): Ask<KnownPremium> {
  const subscription = askKept(app, loadSubscription)
  const fresh = async (): Promise<OwnPremium> => {
    const [status, read] = await Promise.all([refreshedPremium(app), subscription()])
    return { status, subscription: read }
  }
  const kept = async () => {
    const [status, read] = await Promise.all([premiumOnDevice(app), subscription.kept()])
    const asOf = read?.asOf ?? null
    return status === null ? null : { value: { status, subscription: read?.value }, asOf }
  }
  return Object.assign(fresh, { kept })
}

async function loadSubscription(rest: Rest): Promise<OwnSubscription | null> {
  const { body } = await rest('premium_subscriptions', {
    params: { select: columnsOf(Subscription) },
    asPerson: true,
  })
  return readBody(v.array(Subscription), body)[0] ?? null
}
