import { expect, inject, test, vi } from 'vitest'
import { beginPayment, book, makeSlot, signUpCreator } from '../../../tests/support/booking.ts'
import { type Member, signUpAdult } from '../../../tests/support/member.ts'
import { becomeCustomer, readPremium, subscribe } from '../../../tests/support/premium.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { confirmCard } from '../../../tests/support/stripe.ts'
import { officialClient } from '../../local/stripe/testing/official-client.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const stripe = officialClient(stack)

async function leave({ client }: Member): Promise<number> {
  const { data } = await client.auth.getSession()
  const answer = await fetch(`${stack.api}/functions/v1/delete-account`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
    },
  })
  await answer.body?.cancel()
  return answer.status
}

test('who leaves pays no more: their subscription ends, and what they had begun to pay is let go', async () => {
  const mio = await signUpCreator(stack)
  const { subscriptionId, clientSecret } = await subscribe(stack, mio, 'monthly')
  const customer = await becomeCustomer(stack, mio)
  await confirmCard(stack, clientSecret, '4242424242424242')
  await vi.waitFor(async () => expect(await readPremium(service, mio)).toMatchObject({ isPremium: true }), {
    timeout: 45_000,
    interval: 150,
  })
  const booking = await book(mio, await makeSlot(stack))
  const { paymentIntentId } = await beginPayment(stack, mio, booking)
  expect(await leave(mio)).toBe(200)
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  expect(subscription).toMatchObject({ status: 'canceled' })
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
  expect(intent).toMatchObject({ status: 'canceled' })
  for (const { metadata } of [subscription, intent])
    expect([metadata['user_id'], metadata['user_id'] === mio.id]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      false,
    ])
  expect((await service.from('profiles').select('id').eq('id', mio.id)).data).toEqual([])
})

test('who never paid leaves as well', async () => {
  expect(await leave(await signUpAdult(stack))).toBe(200)
})
