import * as v from 'valibot'
import type { OwnSubscription, PremiumStatus, SubscriptionPlan } from '#domain/premium.ts'
import type { App } from './app.ts'
import { refreshedPremium } from './read-premium.ts'
import { RestFailure } from './rest.ts'

const PlanId = v.picklist(['monthly', 'quarterly', 'yearly'])
const Plans = v.array(
  v.object({
    id: PlanId,
    name: v.string(),
    months: v.number(),
    amount: v.number(),
    stripe_price_id: v.string(),
  }),
)
const Subscriptions = v.array(
  v.object({
    stripe_subscription_id: v.string(),
    plan: v.nullable(PlanId),
    status: v.string(),
    current_period_end: v.nullable(v.string()),
    cancel_at_period_end: v.boolean(),
  }),
)

/** What is sold, in the order of the server. Throws RestFailure. */
export async function loadPlans({ rest }: Pick<App, 'rest'>): Promise<SubscriptionPlan[]> {
  const params = { select: 'id,name,months,amount,stripe_price_id', order: 'position' }
  const { body } = await rest('subscription_plans', { params })
  return parsed(Plans, body)
}

export type OwnPremium = {
  /** null: not known. */
  status: PremiumStatus | null
  /** null: there is none, or it cannot be read without a connection. */
  subscription: OwnSubscription | null
}

/** How a person's premium stands; without a connection what the device knows of it. Throws RestFailure. */
export async function loadOwnPremium(
  app: Pick<App, 'rest' | 'keeper' | 'connectivity'>,
): Promise<OwnPremium> {
  if (!app.connectivity.online.read()) return { status: await refreshedPremium(app), subscription: null }
  const [status, subscriptions] = await Promise.all([
    refreshedPremium(app),
    app.rest('premium_subscriptions', {
      params: { select: 'stripe_subscription_id,plan,status,current_period_end,cancel_at_period_end' },
      asPerson: true,
    }),
  ])
  return { status, subscription: parsed(Subscriptions, subscriptions.body)[0] ?? null }
}

function parsed<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, body)
  if (!read.success) throw new RestFailure('server', read.issues)
  return read.output
}
