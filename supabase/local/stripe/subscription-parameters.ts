import * as v from 'valibot'
import { knownPlan } from './billing.ts'
import type { Context } from './context.ts'
import type { Facts } from './facts.ts'
import { boolean, clearable, expand, list, metadata, text } from './parameters.ts'
import { ownMethod } from './payment-methods.ts'
import { showSubscription } from './shapes/subscription.ts'

export const show = (subscription: Facts['subscription']): object =>
  showSubscription(subscription, knownPlan(subscription.price))

/** What a subscription is begun with and may be changed to. */
export const WRITABLE = {
  cancel_at_period_end: v.optional(boolean),
  default_payment_method: v.optional(text),
  description: v.optional(clearable),
  metadata: v.optional(metadata),
  off_session: v.optional(boolean),
  payment_settings: v.optional(
    v.strictObject({
      save_default_payment_method: v.optional(v.picklist(['off', 'on_subscription'])),
      payment_method_types: v.optional(list(v.picklist(['card']))),
    }),
  ),
  expand,
}
/** The card of its own that a subscription is paid by; null when none is named. */
export async function defaultMethodOf(
  context: Context,
  customer: string,
  asked: string | undefined,
): Promise<string | null> {
  return asked === undefined ? null : ownMethod(context, customer, asked, 'default_payment_method')
}

const FEEDBACK = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const
export const cancellation = v.optional(
  v.strictObject({ comment: v.optional(clearable), feedback: v.optional(v.picklist(FEEDBACK)) }),
)

/** A subscription with what its holder said of why they cancel. */
export const withReasons = (
  subscription: Facts['subscription'],
  said: v.InferOutput<typeof cancellation>,
): Facts['subscription'] => ({
  ...subscription,
  cancellationComment: said?.comment ?? subscription.cancellationComment,
  cancellationFeedback: said?.feedback ?? subscription.cancellationFeedback,
})
