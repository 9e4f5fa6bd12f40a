import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { selectStripe } from '../../supabase/local/stripe/selection.ts'

const StackFile = v.object({ api: v.string(), serviceKey: v.string() })

/** Where payments are taken: `stripeUrl` is the stand-in's, undefined for Stripe itself. */
export type PaymentProject = {
  secretKey: string
  stripeUrl: string | undefined
  apiUrl: string
  serviceKey: string
}

/** The project that the environment names, else the stack that runs on this machine; null when there is neither. */
export async function paymentProject(): Promise<PaymentProject | null> {
  const { env } = process
  const [secretKey, apiUrl, serviceKey] = [
    env['STRIPE_SECRET_KEY'],
    env['SUPABASE_URL'],
    env['SUPABASE_SECRET_KEY'],
  ]
  if (secretKey && apiUrl && serviceKey) {
    return { secretKey, stripeUrl: env['STRIPE_API_URL'], apiUrl, serviceKey }
  }
  const folder = resolve(import.meta.dirname, '..', '..', env['DATA_DIR'] || '.local')
  const text = await readFile(join(folder, 'stack.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const stack = v.parse(StackFile, JSON.parse(text))
  const { functions } = selectStripe(env, stack.api, stack.serviceKey)
  return {
    secretKey: functions['STRIPE_SECRET_KEY'] ?? '',
    stripeUrl: functions['STRIPE_API_URL'],
    apiUrl: stack.api,
    serviceKey: stack.serviceKey,
  }
}
