import type Stripe from 'stripe'
import type { Access } from './access.ts'
import type { Store } from './store.ts'

export type EventType = Stripe.Event['type']
export type Answer = { status: number; body: object }

/** What a call works with. */
export type Context = {
  store: Store
  /** Seconds, of the stand-in's clock. */
  now: number
  access: Access
  /** Tells the endpoints; `body` as it is from now on. */
  emit: (type: EventType, body: object, previous?: object) => Promise<void>
}

export const ok = (body: object): Answer => ({ status: 200, body })
