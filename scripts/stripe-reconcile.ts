/**
 * `npm run stripe:reconcile`: asks Stripe for the events since the last one that was dealt with, and deals with those that never came. Safe to run at any time. For a deployed project
 * STRIPE_SECRET_KEY, SUPABASE_URL and SUPABASE_SECRET_KEY name it; without them it is the running stack of
 * this machine (DATA_DIR, else .local). Exit code: 0 all is dealt with, 1 some could not be, 2 nothing was
 * done.
 */
import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { openStripe } from '../supabase/functions/_shared/stripe.ts'
import { handleEvent, KEPT_EVENTS } from '../supabase/functions/stripe-webhook/handle-event.ts'
import { paymentProject } from './stripe/payment-project.ts'

/** As long as Stripe keeps events. */
const OLDEST_MS = 30 * 24 * 60 * 60 * 1000

process.exitCode = await main()

async function main(): Promise<0 | 1 | 2> {
  const project = await paymentProject()
  if (project === null) {
    console.error(
      '接続先がありません。npm start で起動するか、STRIPE_SECRET_KEY、SUPABASE_URL、SUPABASE_SECRET_KEY を指定してください。',
    )
    return 2
  }
  const stripe = openStripe(project.secretKey, project.stripeUrl)
  const service = createClient(project.apiUrl, project.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await service.rpc('stripe_events_since')
  if (error) throw new Error(error.message)
  const since = v.parse(v.nullable(v.string()), data)
  const fromMs = Math.max(since === null ? 0 : Date.parse(since), Date.now() - OLDEST_MS)

  const count = { done: 0, known: 0, ignored: 0, failed: 0 }
  const missed: Parameters<typeof handleEvent>[1][] = []
  // The newest is listed first
  for await (const event of stripe.events.list({ limit: 100 })) {
    if (event.created * 1000 < fromMs) break
    if (KEPT_EVENTS.includes(event.type)) missed.unshift(event)
  }
  for (const event of missed) {
    try {
      count[await handleEvent({ stripe, service }, event)]++
    } catch (failure) {
      count.failed++
      console.error(`${event.id} (${event.type}):`, failure)
    }
  }
  console.log(
    `${count.done} 件を反映しました。${count.known} 件は反映済み、${count.failed} 件は失敗しました。`,
  )
  return count.failed === 0 ? 0 : 1
}
