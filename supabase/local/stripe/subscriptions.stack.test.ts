import { expect, inject, test } from 'vitest'
import { confirmCard } from '../../../tests/support/stripe.ts'
import { officialClient } from './testing/official-client.ts'
import { clientSecretOf } from './testing/beginning.ts'

const stack = inject('stack')
const stripe = officialClient(stack)

test('a subscription begins when its first invoice is paid, and is canceled at the end of its period or at once', async () => {
  const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { user_id: 'u1' } })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_mirutomo_monthly' }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
    metadata: { user_id: 'u1' },
  })
  expect(subscription).toMatchObject({ status: 'incomplete', customer: customer.id })
  expect(await confirmCard(stack, clientSecretOf(subscription), '4242424242424242')).toMatchObject({
    status: 200,
  })
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    default_payment_method: expect.stringMatching(/^pm_/),
  })
  const ends = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(ends).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: ends.items.data[0]?.current_period_end,
  })
  expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' })
})
