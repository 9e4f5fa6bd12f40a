import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type Stripe from 'stripe'
import { localStripeKeys } from './selection.ts'
import { openOwnStripe, type OwnStripe } from './testing/own-stripe.ts'
import { refusalOf } from './testing/refusal.ts'

let own: OwnStripe
let stripe: Stripe
beforeAll(async () => {
  own = await openOwnStripe(inject('stack').db)
  stripe = own.client
})
afterAll(() => own.close())

const MONEY = { amount: 500, currency: 'jpy' }
const count = async (): Promise<number> => (await stripe.paymentIntents.list({ limit: 100 })).data.length

test('the same call with the same key is done once and answered the same', async () => {
  const idempotencyKey = randomUUID()
  const before = await count()
  const first = await stripe.paymentIntents.create(MONEY, { idempotencyKey })
  const again = await stripe.paymentIntents.create(MONEY, { idempotencyKey })
  expect(again).toEqual(first)
  expect(await count()).toBe(before + 1)
  await own.restart()
  expect((await stripe.paymentIntents.create(MONEY, { idempotencyKey })).id).toBe(first.id)
})

test('another call with that key is refused', async () => {
  const idempotencyKey = randomUUID()
  await stripe.paymentIntents.create(MONEY, { idempotencyKey })
  expect(
    await refusalOf(stripe.paymentIntents.create({ ...MONEY, amount: 600 }, { idempotencyKey })),
  ).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(await refusalOf(stripe.customers.create({}, { idempotencyKey }))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('a decline is remembered, wrong parameters are not', async () => {
  const idempotencyKey = randomUUID()
  const declined = () =>
    refusalOf(
      stripe.paymentIntents.create(
        { ...MONEY, payment_method: 'pm_card_chargeDeclined', confirm: true },
        { idempotencyKey },
      ),
    )
  const before = await count()
  const first = await declined()
  expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(await declined()).toEqual(first)
  expect(await count()).toBe(before + 1)

  const other = randomUUID()
  const wrong: object = { ...MONEY, ammount: 1 }
  const call = (parameters: object) =>
    stripe.rawRequest('POST', '/v1/payment_intents', { ...parameters }, { idempotencyKey: other })
  expect(await refusalOf(call(wrong))).toMatchObject({ code: 'parameter_unknown' })
  expect(await call(MONEY)).toMatchObject({ object: 'payment_intent' })
})

test('while the first is under way the second is told so, and what broke off may be done again', async () => {
  const key = randomUUID()
  const post = () =>
    fetch(`${own.stripe}/v1/payment_intents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStripeKeys(own.serviceKey).secretKey}`,
        'idempotency-key': key,
      },
      body: new URLSearchParams({ amount: '500', currency: 'jpy' }),
    })
  const before = await count()
  await own.database.query('begin; lock table stripe_stand_in.objects in share mode')
  const first = post()
  const waiting = async (): Promise<void> => {
    const { rowCount } = await own.database.query(
      'select from stripe_stand_in.idempotency_keys where key = $1',
      [key],
    )
    if (rowCount === 0) return waiting()
  }
  await waiting()
  const second = await post()
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ error: { code: 'idempotency_key_in_use' } })
  await own.database.query('rollback')
  expect((await first).status).toBe(200)
  const third = await post()
  expect(third.headers.get('idempotent-replayed')).toBe('true')
  expect(await count()).toBe(before + 1)
})
