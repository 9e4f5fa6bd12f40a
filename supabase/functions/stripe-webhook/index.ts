/**
 * POST by Stripe alone: an event with its signature. Answers {outcome: done | known | ignored}. Refusals: 400 signature_invalid for what Stripe did not sign in the last five minutes; on
 * 500 Stripe tells the event again. The only writer of what is paid.
 */
import Stripe from 'stripe'
import { answering, Refusal } from '../_shared/answers.ts'
import { required, serviceClient } from '../_shared/project.ts'
import { openStripe } from '../_shared/stripe.ts'
import { handleEvent } from './handle-event.ts'

const TOLERANCE_S = 300

/** The event, as Stripe signed it: of the very bytes that came. */
async function signedEvent(request: Request, stripe: Stripe): Promise<Stripe.Event> {
  const signature = request.headers.get('stripe-signature')
  const body = await request.text()
  const secret = required('STRIPE_WEBHOOK_SECRET')
  if (signature === null) throw new Refusal(400, 'signature_invalid')
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_S)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new Refusal(400, 'signature_invalid')
    throw new Refusal(400, 'invalid')
  }
}

Deno.serve(
  answering(async (request) => {
    const stripe = openStripe(required('STRIPE_SECRET_KEY'), Deno.env.get('STRIPE_API_URL'))
    const event = await signedEvent(request, stripe)
    return { outcome: await handleEvent({ stripe, service: serviceClient() }, event) }
  }),
)
