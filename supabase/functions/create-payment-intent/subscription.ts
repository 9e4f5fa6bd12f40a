import type Stripe from 'stripe'
import { Refusal } from '../_shared/answers.ts'
import { planOfPrice } from '../_shared/plans.ts'
import { foundAtStripe, isKeyTaken, isRefused, isRunning, periodEndOf } from '../_shared/stripe.ts'
import { isOwnCustomer, ownSubscription, type Caller } from './caller.ts'
import type { PremiumQuestion } from './question.ts'

/** With it the first payment can be confirmed by whoever holds its secret. */
const WITH_SECRET = { expand: ['latest_invoice.confirmation_secret'] }

type Started = { subscriptionId: string; clientSecret: string | null; status: string }

/**
 * Begins a subscription that runs once its first payment has succeeded; asked again for the same plan, it is the same one, and one that was begun for another plan is dropped. Refusals:
 * 403 not_own_customer, 400 price_unknown, 409 already_subscribed, 409 payment_begun when two plans are asked for at once.
 */
export async function beginSubscription(
  caller: Caller,
  { customerId, priceId }: PremiumQuestion,
): Promise<Started> {
  const { person, stripe, service } = caller
  if (!(await isOwnCustomer(caller, customerId))) throw new Refusal(403, 'not_own_customer')
  const plan = await planOfPrice(service, priceId)
  if (plan === null) throw new Refusal(400, 'price_unknown')

  const { data: past } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })
  if (past.some((known) => isRunning(known) || known.status === 'unpaid'))
    throw new Refusal(409, 'already_subscribed')
  const begun = past.filter(({ status }) => status === 'incomplete')
  const same = begun.find(({ items }) => items.data[0]?.price.id === priceId)
  for (const other of begun) if (other !== same) await foundAtStripe(stripe.subscriptions.cancel(other.id))
  if (same) return started(await stripe.subscriptions.retrieve(same.id, WITH_SECRET))
  try {
    const made = await stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { user_id: person, plan },
        ...WITH_SECRET,
      },
      // Two requests that saw the same past are one
      { idempotencyKey: `subscription-${customerId}-${past.length}` },
    )
    return started(made)
  } catch (error) {
    if (isKeyTaken(error)) throw new Refusal(409, 'payment_begun')
    throw error
  }
}

function started({ id, status, latest_invoice: invoice }: Stripe.Subscription): Started {
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined
  return { subscriptionId: id, clientSecret: secret ?? null, status }
}

/** Ends a subscription of the caller's with the time that is paid for; one that nothing was paid for ends at once. Refusals: 404 subscription_not_found, 409 subscription_ended. */
export async function cancelSubscription(caller: Caller, id: string): Promise<object> {
  const subscription = await ownSubscription(caller, id)
  const { subscriptions } = caller.stripe
  if (subscription.status === 'incomplete') {
    await foundAtStripe(subscriptions.cancel(id))
    return { subscriptionId: id, cancelAtPeriodEnd: false, currentPeriodEnd: null }
  }
  if (!isRunning(subscription) && subscription.status !== 'unpaid')
    throw new Refusal(409, 'subscription_ended')
  const ending = subscription.cancel_at_period_end
    ? subscription
    : await subscriptions.update(id, { cancel_at_period_end: true }).catch((error: unknown) => {
        // It ended since it was looked at
        throw isRefused(error) ? new Refusal(409, 'subscription_ended') : error
      })
  return {
    subscriptionId: id,
    cancelAtPeriodEnd: ending.cancel_at_period_end,
    currentPeriodEnd: periodEndOf(ending),
  }
}

/** How a subscription of the caller's stands at Stripe. Refusal: 404 subscription_not_found. */
export async function describeSubscription(caller: Caller, id: string): Promise<object> {
  const subscription = await ownSubscription(caller, id)
  const price = subscription.items.data[0]?.price.id
  return {
    hasActiveSubscription: isRunning(subscription),
    subscriptionId: id,
    plan: price === undefined ? null : await planOfPrice(caller.service, price),
    status: subscription.status,
    currentPeriodEnd: periodEndOf(subscription),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  }
}
