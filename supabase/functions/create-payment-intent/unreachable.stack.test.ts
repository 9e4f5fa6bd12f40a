import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  askPayments,
  book,
  makeSlot,
  readBooking,
  refusedPayment,
  signUpCreator,
} from '../../../tests/support/booking.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { createFunctions } from '../../local/functions/functions.ts'
import { createKeys, newSecrets } from '../../local/gateway/keys.ts'
import { openServer } from '../../local/gateway/server.ts'

const stack = inject('stack')
const service = serviceClient(stack)
let api: string
let close: () => Promise<void>

/** The same functions, whose Stripe is a server that always fails. */
beforeAll(async () => {
  const failing = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    handle: () =>
      Promise.resolve(Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 500 })),
  })
  const functions = await createFunctions({
    directory: join(import.meta.dirname, '..'),
    config: { 'create-payment-intent': { verify_jwt: false } },
    keys: await createKeys(newSecrets(0)),
    env: {
      SUPABASE_URL: stack.api,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.serviceKey }),
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_API_URL: `http://localhost:${failing.port}`,
    },
    log: () => {},
  })
  const server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    handle: (request, info) => functions.handle(request, info),
  })
  api = `http://localhost:${server.port}`
  close = async () => {
    await functions.close()
    await server.close()
    await failing.close()
  }
})
afterAll(() => close())

test('while Stripe fails a payment is refused by name, and nothing has begun', async () => {
  const creator = await signUpCreator(stack)
  const booking = await book(creator, await makeSlot(stack))
  const asked = { type: 'promotion', amount: booking.amount_paid, bookingId: booking.id }
  expect(await askPayments({ ...stack, api }, creator, asked)).toEqual(
    refusedPayment(502, 'payment_unreachable'),
  )
  expect(await readBooking(service, booking.id)).toEqual(booking)
  expect(await askPayments(stack, creator, asked)).toMatchObject({ status: 200 })
})
