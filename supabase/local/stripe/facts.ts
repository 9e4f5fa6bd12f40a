import * as v from 'valibot'

/** Seconds since the epoch, of the stand-in's clock, as everywhere in Stripe's API. */
const Time = v.number()
const Metadata = v.record(v.string(), v.string())
const Text = v.nullable(v.string())
const Json = v.record(v.string(), v.unknown())
const Head = { id: v.string(), created: Time }

const Card = v.object({
  number: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
  /** Its holder answered a challenge while it was kept for later, so charges without them need none. */
  setUp: v.boolean(),
})
const Billing = v.object({ name: Text, email: Text, phone: Text, address: v.optional(Metadata) })
const LastError = v.object({
  type: v.picklist(['card_error', 'invalid_request_error']),
  code: v.string(),
  decline_code: v.optional(v.string()),
  message: v.string(),
  charge: v.optional(v.string()),
  payment_method: Json,
})
const Failure = v.object({ code: v.string(), declineCode: v.optional(v.string()), message: v.string() })

/** What is kept of each kind of object; all else in an answer is made from it. */
const KEPT = {
  customer: v.object({
    ...Head,
    email: Text,
    name: Text,
    phone: Text,
    description: Text,
    metadata: Metadata,
    defaultMethod: Text,
    deleted: v.boolean(),
  }),
  method: v.object({
    ...Head,
    customer: Text,
    card: Card,
    billing: Billing,
    metadata: Metadata,
    /** It paid once. */
    used: v.boolean(),
  }),
  intent: v.object({
    ...Head,
    secret: v.string(),
    amount: v.number(),
    status: v.picklist([
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'succeeded',
      'canceled',
    ]),
    customer: Text,
    description: Text,
    metadata: Metadata,
    receiptEmail: Text,
    statementDescriptorSuffix: Text,
    /** Methods of the dashboard's choice, and whether they may lead away from the page. */
    automatic: v.nullable(v.picklist(['always', 'never'])),
    setupFutureUsage: v.nullable(v.picklist(['off_session', 'on_session'])),
    method: Text,
    /** As it is shown. */
    lastError: v.nullable(LastError),
    latestCharge: Text,
    canceledAt: v.nullable(Time),
    cancellationReason: Text,
    invoice: Text,
    /** When a payment that takes its time is through. */
    settlesAt: v.nullable(Time),
  }),
  charge: v.object({
    ...Head,
    amount: v.number(),
    refunded: v.number(),
    status: v.picklist(['succeeded', 'pending', 'failed']),
    failure: v.nullable(Failure),
    intent: v.string(),
    customer: Text,
    method: v.string(),
    card: Card,
    billing: Billing,
    challenged: v.boolean(),
    description: Text,
    metadata: Metadata,
    receiptEmail: Text,
    disputed: v.boolean(),
  }),
  refund: v.object({
    ...Head,
    amount: v.number(),
    charge: v.string(),
    intent: v.string(),
    reason: v.nullable(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
    metadata: Metadata,
  }),
  subscription: v.object({
    ...Head,
    item: v.string(),
    customer: v.string(),
    price: v.string(),
    status: v.picklist(['incomplete', 'incomplete_expired', 'active', 'past_due', 'unpaid', 'canceled']),
    metadata: Metadata,
    description: Text,
    /** Periods are counted from here, so that one that began on the 31st comes back to it. */
    anchor: Time,
    periods: v.number(),
    periodStart: Time,
    periodEnd: Time,
    cancelAtPeriodEnd: v.boolean(),
    canceledAt: v.nullable(Time),
    cancellationReason: Text,
    /** What the person said when they canceled. */
    cancellationComment: Text,
    cancellationFeedback: Text,
    endedAt: v.nullable(Time),
    defaultMethod: Text,
    savesMethod: v.boolean(),
    latestInvoice: v.string(),
  }),
  invoice: v.object({
    ...Head,
    customer: v.string(),
    customerEmail: Text,
    customerName: Text,
    subscription: v.string(),
    subscriptionMetadata: Metadata,
    subscriptionItem: v.string(),
    price: v.string(),
    number: v.string(),
    amount: v.number(),
    status: v.picklist(['open', 'paid', 'uncollectible', 'void']),
    reason: v.picklist(['subscription_create', 'subscription_cycle']),
    periodStart: Time,
    periodEnd: Time,
    intent: v.string(),
    attempts: v.number(),
    nextAttempt: v.nullable(Time),
    paidAt: v.nullable(Time),
    voidedAt: v.nullable(Time),
    uncollectibleAt: v.nullable(Time),
  }),
  dispute: v.object({
    ...Head,
    amount: v.number(),
    charge: v.string(),
    intent: v.string(),
    reason: v.string(),
    status: v.picklist(['needs_response', 'under_review', 'won', 'lost']),
    metadata: Metadata,
  }),
  event: v.object({ ...Head, type: v.string(), data: Json, request: v.nullable(Json) }),
  endpoint: v.object({
    ...Head,
    url: v.string(),
    secret: v.string(),
    enabledEvents: v.array(v.string()),
    description: Text,
    metadata: Metadata,
    enabled: v.boolean(),
  }),
}

export type Kind = keyof typeof KEPT
export type Facts = { [K in Kind]: v.InferOutput<(typeof KEPT)[K]> }
export type CardFacts = v.InferOutput<typeof Card>
export type BillingFacts = v.InferOutput<typeof Billing>
export type LastErrorFacts = v.InferOutput<typeof LastError>
export type FailureFacts = v.InferOutput<typeof Failure>

/** Reads what is kept. */
export const READ: { readonly [K in Kind]: (kept: unknown) => Facts[K] } = {
  customer: (kept) => v.parse(KEPT.customer, kept),
  method: (kept) => v.parse(KEPT.method, kept),
  intent: (kept) => v.parse(KEPT.intent, kept),
  charge: (kept) => v.parse(KEPT.charge, kept),
  refund: (kept) => v.parse(KEPT.refund, kept),
  subscription: (kept) => v.parse(KEPT.subscription, kept),
  invoice: (kept) => v.parse(KEPT.invoice, kept),
  dispute: (kept) => v.parse(KEPT.dispute, kept),
  event: (kept) => v.parse(KEPT.event, kept),
  endpoint: (kept) => v.parse(KEPT.endpoint, kept),
}
