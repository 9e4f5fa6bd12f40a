import { type ServerTime, timeOf } from './server-time.ts'

/** What a profile says of premium, with its columns' names. `premium_expiry`: ISO 8601; null: without an end. */
export type PremiumFacts = {
  is_premium: boolean
  premium_plan?: string | null | undefined
  premium_expiry?: string | null | undefined
}

/** `daysRemaining`: begun ones count as whole; null without an end. A plan is an id of table `subscription_plans`, `standard` or `expired`. */
export type PremiumStatus = {
  isActive: boolean
  plan: string | null
  /** ISO 8601. */
  expiresAt: string | null
  daysRemaining: number | null
}

const DAY_MS = 24 * 60 * 60 * 1000
const NOT_PREMIUM: PremiumStatus = { isActive: false, plan: null, expiresAt: null, daysRemaining: null }

/**
 * Spec §4. The server takes the flag back once the expiry has passed, and keeps plan and expiry: whoever has lapsed is told from whoever never had
 * premium by these, before and after. Without the flag the expiry is never ahead by the server's clock, so that here only the clock can be behind:
 * a device's own, or an answer's, which tells whole seconds.
 */
export function premiumStatus(
  { is_premium, premium_plan, premium_expiry }: PremiumFacts,
  now: ServerTime,
): PremiumStatus {
  const expiresAt = premium_expiry ?? null
  const leftMs = expiresAt === null ? null : timeOf(expiresAt) - now
  if (leftMs !== null && (leftMs <= 0 || !is_premium))
    return { isActive: false, plan: premium_plan || 'expired', expiresAt, daysRemaining: 0 }
  if (!is_premium) return NOT_PREMIUM
  return {
    isActive: true,
    plan: premium_plan || 'standard',
    expiresAt,
    daysRemaining: leftMs === null ? null : Math.ceil(leftMs / DAY_MS),
  }
}

/** Where the gate leads: in, to the plans, or to what has ended. null is what is not known. */
export function premiumDoor(status: PremiumStatus | null): 'open' | 'upgrade' | 'expired' {
  if (status?.isActive && status.daysRemaining !== 0) return 'open'
  return status?.plan ? 'expired' : 'upgrade'
}

/** A row of table `subscription_plans`. `amount`: yen with tax for all the months. */
export type SubscriptionPlan = {
  id: 'monthly' | 'quarterly' | 'yearly'
  name: string
  months: number
  amount: number
  stripe_price_id: string
}

/** What Stripe last said of one's subscription: a row of `premium_subscriptions`. Times are ISO 8601. */
export type OwnSubscription = {
  stripe_subscription_id: string
  plan: SubscriptionPlan['id'] | null
  status: string
  current_period_end: string | null
  cancel_at_period_end: boolean
}

/** Does it go on by itself, or at least until the end of what is paid for? */
export const isRunning = (subscription: OwnSubscription | null): subscription is OwnSubscription =>
  subscription?.status === 'active' || subscription?.status === 'past_due'

/** So many days before an end without renewal a new plan can be bought; it begins at once, and days are not carried over. */
export const BUY_AGAIN_WITHIN_DAYS = 7

/** May a plan be bought now? One at a time. */
export function mayBuy(status: PremiumStatus, subscription: OwnSubscription | null): boolean {
  if (isRunning(subscription)) return false
  return !status.isActive || (status.daysRemaining !== null && status.daysRemaining <= BUY_AGAIN_WITHIN_DAYS)
}

/** Yen a month, rounded down. */
export const monthlyAmount = ({ amount, months }: Pick<SubscriptionPlan, 'amount' | 'months'>): number =>
  Math.floor(amount / months)

/** Percent that a plan saves against as many months of another; whole, never too high. */
export const savedPercent = (plan: SubscriptionPlan, other: SubscriptionPlan): number =>
  Math.max(0, Math.floor((1 - plan.amount / plan.months / (other.amount / other.months)) * 100))
