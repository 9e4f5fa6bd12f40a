import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { tell } from '../../../tests/support/webhook.ts'

const stack = inject('stack')
const event = (type = 'payment_intent.succeeded') => ({
  id: `evt_test_${randomUUID()}`,
  object: 'event',
  type,
  created: Math.floor(Date.now() / 1000),
  data: { object: { id: 'pi_nobodys', object: 'payment_intent' } },
})
const refused = { status: 400, body: { code: 'signature_invalid' } }

test('an event without a signature, or with one of somebody else, is refused', async () => {
  expect(await tell(stack, event(), { signature: null })).toEqual(refused)
  expect(await tell(stack, event(), { signature: '' })).toEqual(refused)
  expect(await tell(stack, event(), { signature: 't=1,v1=abc' })).toEqual(refused)
  expect(await tell(stack, event(), { secret: 'whsec_somebody_elses' })).toEqual(refused)
})

test('an event that was signed more than five minutes ago is refused', async () => {
  const nowS = Math.floor(Date.now() / 1000)
  expect(await tell(stack, event(), { atS: nowS - 400 })).toEqual(refused)
  expect(await tell(stack, event(), { atS: nowS - 100 })).toMatchObject({ status: 200 })
})

test('what nobody here needs to know is acknowledged', async () => {
  expect(await tell(stack, event('customer.created'))).toEqual({ status: 200, body: { outcome: 'ignored' } })
})

test('an event is dealt with once', async () => {
  const once = event()
  expect(await tell(stack, once)).toEqual({ status: 200, body: { outcome: 'done' } })
  expect(await tell(stack, once)).toEqual({ status: 200, body: { outcome: 'known' } })
})

test('only POST is answered', async () => {
  const answer = await fetch(`${stack.api}/functions/v1/stripe-webhook`)
  expect(answer.status).toBe(405)
})
