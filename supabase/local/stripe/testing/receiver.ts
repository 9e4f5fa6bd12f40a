import Stripe from 'stripe'
import * as v from 'valibot'
import { vi } from 'vitest'
import { openServer } from '../../gateway/server.ts'

export type Told = {
  id: string
  type: string
  object: Record<string, unknown>
  signature: string
  payload: string
}

const Event = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({ object: v.record(v.string(), v.unknown()) }),
})
const WAIT = { timeout: 30_000, interval: 50 }

export type Receiver = {
  url: string
  /** In the order they came, again and again where they were told again. */
  told: Told[]
  /** What the next call is answered; 200 once there is nothing left. */
  answers: (number | 'never')[]
  /** Resolves with all of that type once there are `count`. */
  heard(type: string, count?: number): Promise<Told[]>
  close(): Promise<void>
}

/** An endpoint of the test's own. */
export async function openReceiver(): Promise<Receiver> {
  const told: Told[] = []
  const answers: Receiver['answers'] = []
  const server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    async handle(request) {
      const payload = await request.text()
      const { id, type, data } = v.parse(Event, JSON.parse(payload))
      const signature = request.headers.get('stripe-signature') ?? ''
      told.push({ id, type, object: data.object, signature, payload })
      const answer = answers.shift() ?? 200
      if (answer === 'never') return new Promise<Response>(() => {})
      return new Response(null, { status: answer })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/webhook`,
    told,
    answers,
    heard: (type, count = 1) =>
      vi.waitFor(() => {
        const heard = told.filter((one) => one.type === type)
        if (heard.length < count) throw new Error(`${heard.length} of ${count} ${type} so far`)
        return heard
      }, WAIT),
    close: () => server.close(),
  }
}

/** As the product's webhook checks what it is told. */
export function constructEvent({ payload, signature }: Pick<Told, 'payload' | 'signature'>, secret: string) {
  return Stripe.webhooks.constructEventAsync(
    payload,
    signature,
    secret,
    undefined,
    Stripe.createSubtleCryptoProvider(),
  )
}
