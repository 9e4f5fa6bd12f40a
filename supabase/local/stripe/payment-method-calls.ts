import * as v from 'valibot'
import { call } from './call.ts'
import { ok } from './context.ts'
import { invalid, missing } from './errors.ts'
import { found } from './lists.ts'
import { expand, text } from './parameters.ts'
import { makeMethod, MethodData, methodOf } from './payment-methods.ts'
import { showMethod } from './shapes/method.ts'

export const PAYMENT_METHOD_CALLS = [
  call('POST /v1/payment_methods', {
    forClients: true,
    onlyStripe: ['customer', 'payment_method', 'allow_redisplay'],
    takes: v.strictObject({ ...MethodData.entries, expand }),
    run: async (context, data) => ok(showMethod(await makeMethod(context, data))),
  }),
  call('GET /v1/payment_methods/:id', {
    takes: v.strictObject({ expand }),
    run: async (context, _asked, id) => ok(showMethod(await found(context, 'method', id))),
  }),
  call('POST /v1/payment_methods/:id/attach', {
    takes: v.strictObject({ customer: text, expand }),
    async run(context, asked, id) {
      const customer = await found(context, 'customer', asked.customer, 'customer')
      if (customer.deleted) throw missing('customer', customer.id, 'customer')
      const method = await methodOf(context, id)
      if (method.customer !== null && method.customer !== customer.id)
        throw invalid('The payment method you provided has already been attached to a customer.')
      if (method.customer === null && method.used) {
        throw invalid(
          'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
        )
      }
      const attached = { ...method, customer: customer.id }
      await context.store.put('method', attached)
      await context.emit('payment_method.attached', showMethod(attached))
      return ok(showMethod(attached))
    },
  }),
  call('POST /v1/payment_methods/:id/detach', {
    takes: v.strictObject({ expand }),
    async run(context, _asked, id) {
      const method = await found(context, 'method', id)
      if (method.customer === null)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      const { store } = context
      const detached = { ...method, customer: null, used: true }
      await store.put('method', detached)
      const customer = await found(context, 'customer', method.customer)
      if (customer.defaultMethod === id) await store.put('customer', { ...customer, defaultMethod: null })
      for (const subscription of await store.all('subscription', {
        customer: customer.id,
        defaultMethod: id,
      }))
        await store.put('subscription', { ...subscription, defaultMethod: null })
      await context.emit('payment_method.detached', showMethod(detached), { customer: customer.id })
      return ok(showMethod(detached))
    },
  }),
]
