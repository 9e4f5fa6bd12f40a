import { afterEach, expect, inject, test, vi } from 'vitest'
import { type Member, signUpAdult } from '../../../tests/support/member.ts'
import { readPremium, subscribe } from '../../../tests/support/premium.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { confirmCard, dispute, moveClock, setRenewalCard } from '../../../tests/support/stripe.ts'
import { eventsNaming, shuffledCopies, tellAll } from '../../../tests/support/webhook.ts'
import { officialClient } from '../../local/stripe/testing/official-client.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const stripe = officialClient(stack)
afterEach(() => moveClock(stack, null))

const CARD = '4242424242424242'
const DAY_MS = 86_400_000
type Subscriber = { member: Member; subscription: string; intent: string; customer: string }

async function subscriber(plan: 'monthly' | 'yearly' = 'monthly', card = CARD): Promise<Subscriber> {
  const member = await signUpAdult(stack)
  const { subscriptionId, clientSecret } = await subscribe(stack, member, plan)
  await confirmCard(stack, clientSecret, card)
  const { customer } = await stripe.subscriptions.retrieve(subscriptionId)
  const intent = clientSecret.split('_secret_')[0] ?? ''
  return {
    member,
    subscription: subscriptionId,
    intent,
    customer: typeof customer === 'string' ? customer : customer.id,
  }
}
const becomes = (member: Member, fields: object): Promise<void> =>
  vi.waitFor(async () => expect(await readPremium(service, member)).toMatchObject(fields), {
    timeout: 45_000,
    interval: 150,
  })
const isCalled = (member: Member, status: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { data } = await member.client.from('premium_subscriptions').select('status').maybeSingle()
      expect(data?.status).toBe(status)
    },
    { timeout: 45_000, interval: 150 },
  )
async function titlesOf({ client }: Member): Promise<string[]> {
  const { data } = await client.from('notifications').select('title').like('link', '/premium/%')
  return (data ?? []).map(({ title }) => String(title)).toSorted((a, b) => a.localeCompare(b, 'ja'))
}
const BEGAN = 'プレミアムが始まりました'
const ENDED = 'プレミアムが終了しました'

test('who pays has premium for one period, however often, in whatever order and by how many at once it is told', async () => {
  const { member, subscription, customer } = await subscriber('yearly')
  const events = await eventsNaming(stripe, customer)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
    ]),
  )
  for (const seed of [1, 2, 3]) {
    expect(new Set(await tellAll(stack, shuffledCopies(events, 5, seed), 8))).toEqual(new Set([200]))
  }
  const premium = await readPremium(service, member)
  expect(premium).toMatchObject({ isPremium: true, plan: 'yearly' })
  expect(premium.daysLeft).toBeGreaterThan(363)
  expect(premium.daysLeft).toBeLessThan(367)
  expect(await titlesOf(member)).toEqual([BEGAN])
  const { data } = await member.client.from('profile_private').select('stripe_subscription_id').single()
  expect(data).toEqual({ stripe_subscription_id: subscription })
})

test('a first payment that is declined or not finished is no premium', async () => {
  const declined = await subscriber('monthly', '4000000000000002')
  const asked = await subscriber('monthly', '4000002500003155')
  for (const { member, customer } of [declined, asked]) {
    await tellAll(stack, await eventsNaming(stripe, customer), 2)
    expect(await readPremium(service, member)).toMatchObject({ isPremium: false })
    expect(await titlesOf(member)).toEqual([])
  }
})

test('a renewal lengthens premium; one that fails keeps it until its end, and then it ends', async () => {
  const { member, customer } = await subscriber()
  await becomes(member, { isPremium: true, plan: 'monthly' })
  await moveClock(stack, new Date(Date.now() + 32 * DAY_MS))
  await vi.waitFor(async () => expect((await readPremium(service, member)).daysLeft).toBeGreaterThan(55), {
    timeout: 45_000,
    interval: 150,
  })
  expect(await titlesOf(member)).toEqual([BEGAN])

  await setRenewalCard(stack, customer, '4000000000000341')
  await moveClock(stack, new Date(Date.now() + 63 * DAY_MS))
  await isCalled(member, 'past_due')
  expect(await readPremium(service, member)).toMatchObject({ isPremium: true })
  await moveClock(stack, new Date(Date.now() + 90 * DAY_MS))
  await isCalled(member, 'canceled')
  expect(await readPremium(service, member)).toMatchObject({ isPremium: false, plan: 'monthly' })
  const titles = ['プレミアムの更新のお支払いができませんでした', BEGAN, ENDED]
  expect((await titlesOf(member)).toSorted()).toEqual(titles.toSorted())
  const events = await eventsNaming(stripe, customer)
  await tellAll(stack, shuffledCopies(events, 5, 17), 8)
  expect(await readPremium(service, member)).toMatchObject({ isPremium: false })
  expect((await titlesOf(member)).toSorted()).toEqual(titles.toSorted())
})

test('one that was let end runs to its end, and not on', async () => {
  const { member, subscription } = await subscriber()
  await becomes(member, { isPremium: true })
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await moveClock(stack, new Date(Date.now() + 20 * DAY_MS))
  expect(await readPremium(service, member)).toMatchObject({ isPremium: true })
  await moveClock(stack, new Date(Date.now() + 32 * DAY_MS))
  await becomes(member, { isPremium: false, plan: 'monthly' })
  expect((await titlesOf(member)).toSorted()).toEqual([BEGAN, ENDED].toSorted())
})

test('a payment that is given back whole, or disputed, ends premium; a part of it does not', async () => {
  const refunded = await subscriber()
  await becomes(refunded.member, { isPremium: true })
  await stripe.refunds.create({ payment_intent: refunded.intent, amount: 100 })
  await tellAll(stack, await eventsNaming(stripe, refunded.intent), 4)
  expect(await readPremium(service, refunded.member)).toMatchObject({ isPremium: true })
  await stripe.refunds.create({ payment_intent: refunded.intent })
  await becomes(refunded.member, { isPremium: false })
  expect(await stripe.subscriptions.retrieve(refunded.subscription)).toMatchObject({ status: 'canceled' })

  const disputed = await subscriber()
  await becomes(disputed.member, { isPremium: true })
  await dispute(stack, disputed.intent)
  await becomes(disputed.member, { isPremium: false })
})

test('a second subscription that is paid all the same is ended and given back', async () => {
  const { member, customer } = await subscriber()
  await becomes(member, { isPremium: true })
  const second = await stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_mirutomo_yearly' }],
    payment_behavior: 'default_incomplete',
    metadata: { user_id: member.id },
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = second.latest_invoice
  const secret = typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? '') : ''
  await confirmCard(stack, secret, CARD)
  await vi.waitFor(
    async () => {
      expect(await stripe.subscriptions.retrieve(second.id)).toMatchObject({ status: 'canceled' })
      const { data } = await stripe.refunds.list({ payment_intent: secret.split('_secret_')[0] ?? '' })
      expect(data.map(({ amount }) => amount)).toEqual([9_360])
    },
    { timeout: 45_000, interval: 150 },
  )
  expect(await readPremium(service, member)).toMatchObject({ isPremium: true, plan: 'monthly' })
})

test('one whose account is gone is ended', async () => {
  const { member, subscription } = await subscriber()
  await becomes(member, { isPremium: true })
  expect((await service.auth.admin.deleteUser(member.id)).error).toBeNull()
  await stripe.subscriptions.update(subscription, { metadata: { user_id: member.id, touched: 'yes' } })
  await vi.waitFor(
    async () =>
      expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' }),
    { timeout: 45_000, interval: 150 },
  )
})
