import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createFunctions } from '../functions/functions.ts'
import { createKeys, newSecrets } from '../gateway/keys.ts'
import type { Service } from '../gateway/service.ts'
import { selectStripe } from './selection.ts'
import { signature } from './webhooks.ts'

const stack = inject('stack')
const { functions: env } = selectStripe({}, stack.api, stack.serviceKey)
let functions: Service
beforeAll(async () => {
  functions = await createFunctions({
    directory: join(import.meta.dirname, '..', 'functions', 'fixtures'),
    config: { stripe: { verify_jwt: false } },
    keys: await createKeys(newSecrets(Date.now())),
    env,
    log: () => {},
  })
})
afterAll(() => functions.close())

async function ask(body: string, headers: Record<string, string> = {}) {
  const request = new Request(`${stack.api}/functions/v1/stripe`, { method: 'POST', body, headers })
  const answer = await functions.handle(request, { ip: '127.0.0.1' })
  return { status: answer.status, body: await answer.json() }
}

test('a function in Deno pays with the official library, and is told what was declined', async () => {
  expect(await ask('pm_card_visa')).toEqual({
    status: 200,
    body: {
      status: 'succeeded',
      customer: expect.objectContaining({ object: 'customer', name: '花子' }),
      metadata: { 予約: '特別 & 100%' },
    },
  })
  expect(await ask('pm_card_chargeDeclined')).toEqual({
    status: 400,
    body: { type: 'StripeCardError', code: 'card_declined' },
  })
})

test('and checks the signature of what it is told', async () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' })
  const right = signature(payload, env['STRIPE_WEBHOOK_SECRET'] ?? '', Date.now())
  expect(await ask(payload, { 'stripe-signature': right })).toEqual({
    status: 200,
    body: { type: 'payment_intent.succeeded' },
  })
  const wrong = signature(payload, 'whsec_another', Date.now())
  expect(await ask(payload, { 'stripe-signature': wrong })).toMatchObject({ status: 400 })
})
