import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type Stripe from 'stripe'
import * as v from 'valibot'
import { confirmCard, finishThreeDSecure, resendEvent } from '../../../tests/support/stripe.ts'
import { constructEvent, openReceiver, type Receiver } from './testing/receiver.ts'
import { openOwnStripe, type OwnStripe } from './testing/own-stripe.ts'
import { signature } from './webhooks.ts'

let own: OwnStripe
let stripe: Stripe
let receiver: Receiver
beforeAll(async () => {
  own = await openOwnStripe(inject('stack').db)
  stripe = own.client
  receiver = own.receiver
})
afterAll(() => own.close())

const Subject = v.object({ id: v.string(), status: v.string(), payment_intent: v.optional(v.string()) })

const pay = (payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.create({ amount: 500, currency: 'jpy', payment_method, confirm: true })

test('an event is signed as the official library checks it, and is the one of the API', async () => {
  const intent = await pay()
  const [told] = await receiver.heard('payment_intent.succeeded')
  if (!told) throw new Error('nothing was told')
  const event = await constructEvent(told, own.webhookSecret)
  expect(event).toMatchObject({
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: intent.id, status: 'succeeded' } },
  })
  const listed = await stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(listed.data.find(({ id }) => id === told.id)).toMatchObject({ type: event.type, data: event.data })
})

test('a signature is of one payload, one secret and five minutes', async () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event' })
  const told = { payload, signature: signature(payload, own.webhookSecret, Date.now()) }
  await expect(constructEvent(told, own.webhookSecret)).resolves.toMatchObject({ id: 'evt_1' })
  await expect(constructEvent(told, 'whsec_another')).rejects.toThrow(/signature/)
  await expect(
    constructEvent({ ...told, payload: payload.replace('evt_1', 'evt_2') }, own.webhookSecret),
  ).rejects.toThrow(/signature/)
  const old = signature(payload, own.webhookSecret, Date.now() - 301_000)
  await expect(constructEvent({ payload, signature: old }, own.webhookSecret)).rejects.toThrow(/tolerance/)
})

test('it is told again until it is acknowledged, as the same event signed anew', async () => {
  receiver.told.length = 0
  receiver.answers.push(500, 503)
  const intent = await pay('pm_card_visa')
  const told = (await receiver.heard('payment_intent.succeeded')).filter(
    ({ object }) => object['id'] === intent.id,
  )
  expect(told).not.toHaveLength(0)
  const twice = new Map<string, number>()
  await expect
    .poll(
      () => {
        twice.clear()
        for (const { id } of receiver.told) twice.set(id, (twice.get(id) ?? 0) + 1)
        return [...twice.values()].filter((times) => times > 1).length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(1)
  await expect
    .poll(
      async () =>
        (await stripe.events.list({ limit: 20 })).data.every((event) => event.pending_webhooks === 0),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  for (const one of receiver.told) await constructEvent(one, own.webhookSecret)
})

test('what was not acknowledged is told after a restart', async () => {
  receiver.told.length = 0
  receiver.answers.push(...Array.from({ length: 4 }, () => 'never' as const))
  const intent = await pay()
  await receiver.heard('payment_intent.succeeded')
  await own.restart()
  receiver.answers.length = 0
  const told = await receiver.heard('payment_intent.succeeded', 2)
  expect(told.map(({ object }) => object['id'])).toEqual([intent.id, intent.id])
})

test('an acknowledged event may be told once more', async () => {
  receiver.told.length = 0
  await pay()
  const [told] = await receiver.heard('payment_intent.succeeded')
  await resendEvent(own, told?.id ?? '')
  const [one, two] = await receiver.heard('payment_intent.succeeded', 2)
  expect(two?.id).toBe(one?.id)
})

test('another endpoint is told what it asked for, whatever the first one does, with a secret told once', async () => {
  const other = await openReceiver()
  const endpoint = await stripe.webhookEndpoints.create({
    url: other.url,
    enabled_events: ['payment_intent.payment_failed'],
  })
  receiver.answers.push(...Array.from({ length: 8 }, () => 'never' as const))
  await pay().catch(() => {})
  await pay('pm_card_chargeDeclined').catch(() => {})
  const [told] = await other.heard('payment_intent.payment_failed')
  if (!told) throw new Error('nothing was told')
  await expect(constructEvent(told, endpoint.secret ?? '')).resolves.toMatchObject({ id: told.id })
  expect(new Set(other.told.map(({ type }) => type))).toEqual(new Set(['payment_intent.payment_failed']))
  await stripe.webhookEndpoints.del(endpoint.id)
  await other.close()
})

test('every step is an event, in its order, with the object as it was then', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 700, currency: 'jpy' })
  const secret = intent.client_secret ?? ''
  await confirmCard(own, secret, '4000000000000002')
  await confirmCard(own, secret, '4000000000003220')
  await finishThreeDSecure(own, secret, 'complete')
  await stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
  const { data } = await stripe.events.list({ limit: 20 })
  const steps = data
    .map(({ type, data: { object } }) => ({ type, object: v.parse(Subject, object) }))
    .filter(({ object }) => object.id === intent.id || object.payment_intent === intent.id)
    .toReversed()
  expect(steps.map(({ type, object }) => `${type} ${object.status}`)).toEqual([
    'payment_intent.created requires_payment_method',
    'charge.failed failed',
    'payment_intent.payment_failed requires_payment_method',
    'payment_intent.requires_action requires_action',
    'charge.succeeded succeeded',
    'payment_intent.succeeded succeeded',
    'refund.created succeeded',
    'charge.refunded succeeded',
  ])
})
