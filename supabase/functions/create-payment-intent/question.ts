import * as v from 'valibot'
import { Refusal } from '../_shared/answers.ts'

const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{1,255}$/))
const Yen = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999))
const Text = v.pipe(v.string(), v.maxLength(2_000))

const Customer = v.object({
  createCustomer: v.literal(true),
  email: v.optional(Text),
  name: v.optional(Text),
})
const Cancel = v.object({ cancel: v.literal(true), subscriptionId: Id })
const Status = v.object({ checkStatus: v.literal(true), paymentIntentId: Id })
const Subscription = v.object({ getSubscription: v.literal(true), subscriptionId: Id })
const Refund = v.object({
  refund: v.literal(true),
  paymentIntentId: Id,
  /** Yen; all that is left without it. */
  amount: v.optional(Yen),
  reason: v.optional(Text, ''),
})
const Premium = v.object({ type: v.literal('premium'), customerId: Id, priceId: Id })
const Promotion = v.object({
  type: v.optional(v.literal('promotion'), 'promotion'),
  amount: Yen,
  currency: v.optional(v.literal('jpy'), 'jpy'),
  bookingId: v.pipe(v.string(), v.uuid()),
  description: v.optional(Text, ''),
  /** Told for the sake of whoever reads; what is kept of a booking is what the database says of it. */
  metadata: v.optional(v.record(v.string(), v.unknown()), {}),
})

/** The seven calls of spec §7, told apart by what each carries. */
const Question = v.union([Customer, Cancel, Status, Subscription, Refund, Premium, Promotion])
export type Question = v.InferOutput<typeof Question>
export type PromotionQuestion = v.InferOutput<typeof Promotion>
export type PremiumQuestion = v.InferOutput<typeof Premium>
export type RefundQuestion = v.InferOutput<typeof Refund>

const NAMES = ['createCustomer', 'cancel', 'checkStatus', 'getSubscription', 'refund'] as const
const Loose = v.looseObject({
  type: v.optional(v.unknown()),
  amount: v.optional(v.unknown()),
  bookingId: v.optional(v.unknown()),
})

/** Reads what is asked. Refusals: 400 amount_and_booking_required for a payment that lacks one of them, 400 invalid. */
export function readQuestion(body: unknown): Question {
  const loose = v.safeParse(Loose, body)
  if (!loose.success) throw new Refusal(400, 'invalid')
  const { type, amount, bookingId, ...rest } = loose.output
  const asksPromotion =
    (type === undefined || type === 'promotion') && !NAMES.some((name) => rest[name] === true)
  if (asksPromotion && (!amount || !bookingId)) throw new Refusal(400, 'amount_and_booking_required')
  const question = v.safeParse(Question, body)
  if (!question.success) throw new Refusal(400, 'invalid')
  return question.output
}
