import * as v from 'valibot'
import { endSubscription, invoiceFailed, nextPeriod, saveSubscription } from './billing.ts'
import type { Context } from './context.ts'
import { READ, type Facts } from './facts.ts'
import { invoiceFor, payingMethod } from './invoices.ts'
import { found } from './lists.ts'
import { pay, settle } from './payments.ts'
import type { Store } from './store.ts'

type Subscription = Facts['subscription']

const FIRST_PAYMENT_WITHIN_S = 23 * 3600

/** What is due, in one question: the moment, and whose it is. Oldest first. */
const DUE = `
  select kind, facts, due from (
    select kind, facts, position, case
      when kind = 'intent' and facts ->> 'status' = 'processing' then (facts ->> 'settlesAt')::bigint
      when kind = 'invoice' and facts ->> 'status' = 'open' then (facts ->> 'nextAttempt')::bigint
      when kind = 'subscription' and facts ->> 'status' = 'incomplete' then (facts ->> 'created')::bigint + ${FIRST_PAYMENT_WITHIN_S}
      when kind = 'subscription' and facts ->> 'status' in ('active', 'past_due') then (facts ->> 'periodEnd')::bigint
    end as due
    from stripe_stand_in.objects where kind in ('intent', 'invoice', 'subscription')
  ) as work
  where due is not null
  order by due, position
  limit 1`

const Due = v.object({
  kind: v.picklist(['intent', 'invoice', 'subscription']),
  facts: v.unknown(),
  due: v.pipe(v.string(), v.transform(Number)),
})
type Due = v.InferOutput<typeof Due>

export async function nextDue(store: Store): Promise<Due | undefined> {
  const [row] = v.parse(v.array(Due), await store.query(DUE, []))
  return row
}

/** Does one piece of what is due; `context.now` is the moment it fell due. */
export async function doDue(context: Context, { kind, facts }: Due): Promise<void> {
  if (kind === 'intent') return settle(context, READ.intent(facts))
  if (kind === 'invoice') return collect(context, READ.invoice(facts))
  const subscription = READ.subscription(facts)
  if (subscription.status !== 'incomplete' && !subscription.cancelAtPeriodEnd)
    return renew(context, subscription)
  await endSubscription(context, subscription, null)
}

async function renew(context: Context, subscription: Subscription): Promise<void> {
  const next = nextPeriod(subscription)
  const { invoice } = await invoiceFor(context, next, 'subscription_cycle')
  await saveSubscription(
    context,
    { ...next, latestInvoice: invoice.id },
    {
      latest_invoice: subscription.latestInvoice,
      items: { data: [{ current_period_end: subscription.periodEnd }] },
    },
  )
  await collect(context, invoice)
}

async function collect(context: Context, invoice: Facts['invoice']): Promise<void> {
  const intent = await found(context, 'intent', invoice.intent)
  const method = await payingMethod(context, invoice)
  if (method === null) await invoiceFailed(context, intent, 'automatic')
  else await pay(context, intent, method, 'away')
}
