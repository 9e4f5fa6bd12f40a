import { beforeAll, expect, inject, test, vi } from 'vitest'
import { askPayments, refusedPayment } from '../../../tests/support/booking.ts'
import { type Member, signUpAdult } from '../../../tests/support/member.ts'
import { becomeCustomer, readPremium, subscribe } from '../../../tests/support/premium.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { confirmCard } from '../../../tests/support/stripe.ts'
import { officialClient } from '../../local/stripe/testing/official-client.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const stripe = officialClient(stack)
let mio: Member
let ken: Member
beforeAll(async () => {
  ;[mio, ken] = [await signUpAdult(stack), await signUpAdult(stack)]
})
const premiumOf = (customerId: string, plan = 'monthly') => ({
  type: 'premium',
  customerId,
  priceId: `price_mirutomo_${plan}`,
})

test('a person is one customer, however often and at once they ask, under their own address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      askPayments(stack, mio, { createCustomer: true, email: 'another@example.com', name: 'x' }),
    ),
  )
  const customer = await becomeCustomer(stack, mio)
  const made = answers.filter(({ status }) => status === 200)
  expect(new Set(made.map(({ body }) => body['customerId']))).toEqual(new Set([customer]))
  const { data } = await mio.client.auth.getUser()
  expect(await stripe.customers.retrieve(customer)).toMatchObject({
    email: data.user?.email,
    metadata: { user_id: mio.id },
  })
  expect(await becomeCustomer(stack, ken)).not.toBe(customer)
})

test('a subscription is begun for oneself, to a plan that is sold', async () => {
  const customer = await becomeCustomer(stack, mio)
  expect(await askPayments(stack, ken, premiumOf(customer))).toEqual(refusedPayment(403, 'not_own_customer'))
  for (const priceId of ['price_of_nobody', 'price_mirutomo_weekly'])
    expect(await askPayments(stack, mio, { ...premiumOf(customer), priceId })).toEqual(
      refusedPayment(400, 'price_unknown'),
    )
  expect(await askPayments(stack, mio, { type: 'premium', customerId: customer })).toMatchObject({
    status: 400,
  })
  expect(await readPremium(service, mio)).toMatchObject({ isPremium: false })
})

test('asked for again it is the same; another plan takes its place; two at once never both', async () => {
  const eve = await signUpAdult(stack)
  const monthly = await subscribe(stack, eve, 'monthly')
  expect(monthly.status).toBe('incomplete')
  expect(await subscribe(stack, eve, 'monthly')).toEqual(monthly)
  const yearly = await subscribe(stack, eve, 'yearly')
  expect(await stripe.subscriptions.retrieve(monthly.subscriptionId)).toMatchObject({
    status: 'incomplete_expired',
  })
  expect(await subscribe(stack, eve, 'yearly')).toEqual(yearly)

  const ann = await signUpAdult(stack)
  const customer = await becomeCustomer(stack, ann)
  await Promise.all(
    ['monthly', 'yearly', 'monthly', 'yearly'].map((plan) =>
      askPayments(stack, ann, premiumOf(customer, plan)),
    ),
  )
  const { data } = await stripe.subscriptions.list({ customer, status: 'incomplete' })
  expect(data).toHaveLength(1)
})

test('what runs is described to its holder alone, is not begun twice, and ends with its period', async () => {
  const { subscriptionId, clientSecret } = await subscribe(stack, mio, 'quarterly')
  await confirmCard(stack, clientSecret, '4242424242424242')
  await vi.waitFor(async () => expect(await readPremium(service, mio)).toMatchObject({ isPremium: true }), {
    timeout: 45_000,
    interval: 150,
  })
  const described = { getSubscription: true, subscriptionId }
  expect(await askPayments(stack, mio, described)).toEqual({
    status: 200,
    body: {
      hasActiveSubscription: true,
      subscriptionId,
      plan: 'quarterly',
      status: 'active',
      currentPeriodEnd: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      cancelAtPeriodEnd: false,
    },
  })
  const notFound = refusedPayment(404, 'subscription_not_found')
  expect(await askPayments(stack, ken, described)).toEqual(notFound)
  expect(await askPayments(stack, ken, { cancel: true, subscriptionId })).toEqual(notFound)
  expect(await askPayments(stack, mio, { cancel: true, subscriptionId: 'sub_none' })).toEqual(notFound)
  expect(await askPayments(stack, mio, premiumOf(await becomeCustomer(stack, mio), 'yearly'))).toEqual(
    refusedPayment(409, 'already_subscribed'),
  )
  for (let time = 0; time < 2; time++) {
    expect(await askPayments(stack, mio, { cancel: true, subscriptionId })).toEqual({
      status: 200,
      body: {
        subscriptionId,
        cancelAtPeriodEnd: true,
        currentPeriodEnd: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      },
    })
  }
  await vi.waitFor(
    async () => {
      const { data } = await mio.client
        .from('premium_subscriptions')
        .select('cancel_at_period_end, plan')
        .single()
      expect(data).toEqual({ cancel_at_period_end: true, plan: 'quarterly' })
    },
    { timeout: 45_000, interval: 150 },
  )
  expect(await readPremium(service, mio)).toMatchObject({ isPremium: true })
})
