/**
 * POST, with the caller's token, one of the seven calls of spec §7 (see `question.ts`), each answered by the function that it names below. Nobody is charged here and nothing is recorded
 * as paid: a browser confirms a payment with Stripe, and Stripe's events tell of it (function `stripe-webhook`). Refusals beside those of each call: 401 signed_out or
 * second_factor_needed, 400 invalid, 403 forbidden, 404 user_not_found, 429 rate_limited, 502 payment_unreachable.
 * Each carries its sentence as `error` (spec §7 and §8).
 */
import { refusalSentence } from '../../../src/domain/payment-failure.ts'
import { answering, Refusal } from '../_shared/answers.ts'
import { callerOf, personClient, required, requireGoodStanding, serviceClient } from '../_shared/project.ts'
import { isUnreachable, openStripe } from '../_shared/stripe.ts'
import { requireAdmin, requireModeration, type Caller } from './caller.ts'
import { ownCustomer } from './customer.ts'
import { paymentStatus, refundPayment } from './payment.ts'
import { beginPromotionPayment } from './promotion.ts'
import { readQuestion, type Question } from './question.ts'
import { beginSubscription, cancelSubscription, describeSubscription } from './subscription.ts'

/** Callers wait 60 seconds for a refund and 30 for the rest. */
const REFUND_ATTEMPT_MS = 18_000

const isRead = (question: Question): boolean =>
  'checkStatus' in question || 'getSubscription' in question || 'refund' in question

const isPurchase = (question: Question): boolean => !isRead(question) && !('cancel' in question)

async function answer(caller: Caller, question: Question): Promise<object> {
  await requireModeration(caller, isRead(question) ? 'read' : 'charge')
  if ('createCustomer' in question) return ownCustomer(caller)
  if ('cancel' in question) return cancelSubscription(caller, question.subscriptionId)
  if ('checkStatus' in question) return paymentStatus(caller, question.paymentIntentId)
  if ('getSubscription' in question) return describeSubscription(caller, question.subscriptionId)
  if ('refund' in question) {
    await requireAdmin(caller)
    return refundPayment(caller, question)
  }
  return question.type === 'premium'
    ? beginSubscription(caller, question)
    : beginPromotionPayment(caller, question)
}

async function respond(request: Request): Promise<object> {
  const person = await callerOf(request)
  const question = readQuestion(await request.json().catch(() => null))
  // Who is suspended buys nothing, but may see how things stand and end what they pay for
  if (isPurchase(question)) await requireGoodStanding(person)
  const attemptMs = 'refund' in question ? REFUND_ATTEMPT_MS : undefined
  const stripe = openStripe(required('STRIPE_SECRET_KEY'), Deno.env.get('STRIPE_API_URL'), attemptMs)
  try {
    return await answer({ person, stripe, own: personClient(request), service: serviceClient() }, question)
  } catch (error) {
    if (isUnreachable(error)) {
      console.error(error)
      throw new Refusal(502, 'payment_unreachable')
    }
    throw error
  }
}

Deno.serve(answering(respond, ({ status, code }) => refusalSentence(status, code, undefined)))
