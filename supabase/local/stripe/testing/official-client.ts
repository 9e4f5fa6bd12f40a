import Stripe from 'stripe'
import type { StackContext } from '../../../../tests/support/stack-context.ts'
import { localStripeKeys } from '../selection.ts'

/** The official library as a program of ours has it, pointed at the stand-in by host alone. */
export function officialClient(
  { api, serviceKey }: Pick<StackContext, 'api' | 'serviceKey'>,
  key = localStripeKeys(serviceKey).secretKey,
): Stripe {
  const { hostname, port } = new URL(api)
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
}
