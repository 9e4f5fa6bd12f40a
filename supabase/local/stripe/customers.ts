import * as v from 'valibot'
import { endSubscription } from './billing.ts'
import { call } from './call.ts'
import { ok, type Context } from './context.ts'
import { invalid, missing } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { found } from './lists.ts'
import { CUSTOMER_CREATE, CUSTOMER_UPDATE } from './only-stripe.ts'
import { clearable, expand, metadata, text, withMetadata } from './parameters.ts'
import { methodOf, ownMethod } from './payment-methods.ts'
import { showCustomer } from './shapes/customer.ts'

type Customer = Facts['customer']

const email = v.pipe(
  clearable,
  v.check((address) => address === null || /^[^\s@]+@[^\s@]+$/.test(address), 'email'),
)
const WRITABLE = {
  email: v.optional(email),
  name: v.optional(clearable),
  phone: v.optional(clearable),
  description: v.optional(clearable),
  metadata: v.optional(metadata),
  invoice_settings: v.optional(v.strictObject({ default_payment_method: v.optional(text) })),
  expand,
}

type Asked = v.InferOutput<v.StrictObjectSchema<typeof WRITABLE, undefined>> & {
  payment_method?: string | undefined
}

async function written(context: Context, customer: Customer, asked: Asked): Promise<Customer> {
  const attached = await attach(context, customer, asked.payment_method)
  const chosen = asked.invoice_settings?.default_payment_method
  return {
    ...customer,
    email: asked.email === undefined ? customer.email : asked.email,
    name: asked.name === undefined ? customer.name : asked.name,
    phone: asked.phone === undefined ? customer.phone : asked.phone,
    description: asked.description === undefined ? customer.description : asked.description,
    metadata: withMetadata(customer.metadata, asked.metadata),
    defaultMethod:
      chosen === undefined
        ? customer.defaultMethod
        : attached !== null && chosen === asked.payment_method
          ? attached
          : await ownMethod(context, customer.id, chosen, 'invoice_settings[default_payment_method]'),
  }
}

async function attach(context: Context, { id }: Customer, asked: string | undefined): Promise<string | null> {
  if (asked === undefined) return null
  const method = await methodOf(context, asked, id)
  if (method.customer !== null && method.customer !== id)
    throw invalid('The payment method you provided has already been attached to a customer.')
  await context.store.put('method', { ...method, customer: id })
  return method.id
}

async function living(context: Context, id: string): Promise<Customer> {
  const customer = await found(context, 'customer', id)
  if (customer.deleted) throw missing('customer', id)
  return customer
}

export const CUSTOMER_CALLS = [
  call('POST /v1/customers', {
    onlyStripe: CUSTOMER_CREATE,
    takes: v.strictObject({ ...WRITABLE, payment_method: v.optional(text) }),
    async run(context, asked) {
      const blank: Customer = {
        id: newId('cus_', 14),
        created: context.now,
        email: null,
        name: null,
        phone: null,
        description: null,
        metadata: {},
        defaultMethod: null,
        deleted: false,
      }
      const customer = await written(context, blank, asked)
      await context.store.put('customer', customer)
      await context.emit('customer.created', showCustomer(customer))
      return ok(showCustomer(customer))
    },
  }),
  call('GET /v1/customers/:id', {
    takes: v.strictObject({ expand }),
    run: async (context, _asked, id) => ok(showCustomer(await found(context, 'customer', id))),
  }),
  call('POST /v1/customers/:id', {
    onlyStripe: CUSTOMER_UPDATE,
    takes: v.strictObject(WRITABLE),
    async run(context, asked, id) {
      const updated = await written(context, await living(context, id), asked)
      await context.store.put('customer', updated)
      await context.emit('customer.updated', showCustomer(updated), {})
      return ok(showCustomer(updated))
    },
  }),
  call('DELETE /v1/customers/:id', {
    takes: v.strictObject({}),
    async run(context, _asked, id) {
      const customer = await living(context, id)
      for (const subscription of await context.store.all('subscription', { customer: id })) {
        if (subscription.endedAt === null) await endSubscription(context, subscription, null)
      }
      await context.emit('customer.deleted', showCustomer(customer))
      const deleted: Customer = {
        ...customer,
        email: null,
        name: null,
        phone: null,
        metadata: {},
        defaultMethod: null,
        deleted: true,
      }
      await context.store.put('customer', deleted)
      return ok(showCustomer(deleted))
    },
  }),
]
