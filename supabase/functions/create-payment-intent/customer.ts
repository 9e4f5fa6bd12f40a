import * as v from 'valibot'
import { foundAtStripe } from '../_shared/stripe.ts'
import { storedCustomer, unread, type Caller } from './caller.ts'

const Named = v.object({ username: v.string() })

/** The caller as Stripe knows them: the same customer each time, with the name and address that they have here. Refusal: 404 user_not_found. */
export async function ownCustomer(caller: Caller): Promise<{ customerId: string }> {
  const { person, stripe, service } = caller
  const stored = await storedCustomer(caller)
  const known = stored === null ? null : await foundAtStripe(stripe.customers.retrieve(stored))
  if (stored !== null && known !== null && !known.deleted) return { customerId: stored }

  // Before there is a customer: one that exists is not named any more
  const [account, profile] = await Promise.all([
    service.auth.admin.getUserById(person),
    service.from('profiles').select('username').eq('id', person).single(),
  ])
  const error = account.error ?? profile.error
  if (error) throw unread(error)

  // Nothing in it but the id, so that a second request is the same one
  const made = await stripe.customers.create(
    { metadata: { user_id: person } },
    { idempotencyKey: `customer-${person}-${stored ?? 'first'}` },
  )
  const kept = await service
    .from('profile_private')
    .update({ stripe_customer_id: made.id })
    .eq('user_id', person)
  if (kept.error) console.warn('a customer id was not kept', kept.error)
  const name = v.safeParse(Named, profile.data)
  await stripe.customers.update(made.id, {
    ...(account.data.user?.email ? { email: account.data.user.email } : {}),
    ...(name.success ? { name: name.output.username } : {}),
  })
  return { customerId: made.id }
}
