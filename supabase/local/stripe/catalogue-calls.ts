import * as v from 'valibot'
import { PLANS, planOf, PRODUCTS } from './catalogue.ts'
import { call } from './call.ts'
import { ok } from './context.ts'
import { missing } from './errors.ts'
import { PRICE_LIST, PRODUCT_LIST } from './only-stripe.ts'
import { boolean, expand, list, paging, text } from './parameters.ts'
import { showPrice, showProduct } from './shapes/price.ts'

const listed = (url: string, data: object[]) => ok({ object: 'list', data, has_more: false, url })

/** Prices and products are read only here: they are set up once, by hand, in an account of Stripe's. */
export const CATALOGUE_CALLS = [
  call('GET /v1/prices', {
    onlyStripe: PRICE_LIST,
    takes: v.strictObject({
      active: v.optional(boolean),
      currency: v.optional(text),
      product: v.optional(text),
      type: v.optional(v.picklist(['recurring', 'one_time'])),
      lookup_keys: v.optional(list(text)),
      ...paging,
    }),
    async run(_context, { active, currency, product, type, lookup_keys: keys }) {
      const wanted = PLANS.filter(
        (plan) =>
          active !== false &&
          (currency ?? 'jpy') === 'jpy' &&
          (product ?? plan.product) === plan.product &&
          type !== 'one_time' &&
          (keys?.includes(plan.price.replace('price_', '')) ?? true),
      )
      return listed('/v1/prices', wanted.map(showPrice))
    },
  }),
  call('GET /v1/prices/:id', {
    takes: v.strictObject({ expand }),
    async run(_context, _asked, id) {
      const plan = planOf(id)
      if (!plan) throw missing('price', id)
      return ok(showPrice(plan))
    },
  }),
  call('GET /v1/products', {
    onlyStripe: PRODUCT_LIST,
    takes: v.strictObject({ active: v.optional(boolean), ...paging }),
    run: async (_context, { active }) =>
      listed('/v1/products', active === false ? [] : PRODUCTS.map(showProduct)),
  }),
  call('GET /v1/products/:id', {
    takes: v.strictObject({ expand }),
    async run(_context, _asked, id) {
      if (!PRODUCTS.includes(id)) throw missing('product', id)
      return ok(showProduct(id))
    },
  }),
]
