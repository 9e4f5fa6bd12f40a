import type { Pool } from 'pg'
import * as v from 'valibot'
import type { Service } from '../gateway/service.ts'
import { accessOf, requireSecret, type Keys } from './access.ts'
import { adoptSeed } from './adopt-seed.ts'
import type { Call } from './call.ts'
import { openClock } from './clock.ts'
import type { Answer, Context } from './context.ts'
import { controlCalls } from './controls.ts'
import { CUSTOMER_CALLS } from './customers.ts'
import { ENDPOINT_CALLS, openOwnEndpoint } from './endpoints.ts'
import { invalid, notHere, StripeRefusal } from './errors.ts'
import { API_VERSION, emitter, EVENT_CALLS } from './events.ts'
import { expanded } from './expand.ts'
import { readForm, type Form } from './form.ts'
import { openIdempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import { INVOICE_CALLS } from './invoices.ts'
import { PAYMENT_INTENT_CALLS } from './payment-intents.ts'
import { REFUND_CALLS } from './refunds.ts'
import { openDatabase } from './store.ts'
import { SUBSCRIPTION_CALLS } from './subscriptions.ts'
import { startWebhooks } from './webhooks.ts'

type Options = {
  adminPool: Pool
  keys: Keys
  /** Where the product's own endpoint answers, and what it knows our signature by. */
  webhook: { url: string; secret: string }
  /** Whether the product's own tables are beside it, with payments in their seed that it is to know. */
  seeded?: boolean
  log: (line: string) => void
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Request-Id, Stripe-Version, Idempotent-Replayed',
}

/** Stands in for Stripe's API under `/v1`, whatever is before it in the path. Keeps its state in the schema `stripe_stand_in`. */
export async function createStripe({
  adminPool,
  keys,
  webhook,
  seeded = false,
  log,
}: Options): Promise<Service> {
  const database = openDatabase(adminPool)
  const clock = await openClock(database)
  const idempotency = await openIdempotency(database)
  await openOwnEndpoint(database, webhook.url, webhook.secret, clock.now())
  if (seeded) await adoptSeed(database)
  const webhooks = startWebhooks(database, log)
  const stopClock = clock.start(() => webhooks.wake(), log)
  const calls: readonly Call[] = [
    ...PAYMENT_INTENT_CALLS,
    ...SUBSCRIPTION_CALLS,
    ...INVOICE_CALLS,
    ...CUSTOMER_CALLS,
    ...REFUND_CALLS,
    ...EVENT_CALLS,
    ...ENDPOINT_CALLS,
    ...controlCalls(clock),
  ]

  async function answer(request: Request, requestId: string): Promise<{ answer: Answer; replayed: boolean }> {
    const path = pathOf(request)
    requireVersion(request.headers)
    const form = await formOf(request)
    const { key: parameter, _stripe_version: _, _stripe_account: __, ...parameters } = form
    const access = accessOf(request, keys, typeof parameter === 'string' ? parameter : undefined)
    const { call, id } = find(calls, request.method, path)
    if (!call.forClients) requireSecret(access)
    const run = call.prepare(parameters)
    const paths = pathsOf(parameters['expand'])
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const work = (store: Context['store']): Promise<Answer> => {
      const now = clock.now()
      const cause = { id: requestId, idempotency_key: key }
      const context: Context = { store, now, access, emit: emitter(store, now, cause) }
      return run(context, id).then(async ({ status, body }) => ({
        status,
        body: paths.length === 0 || status !== 200 ? body : await expanded(context, body, paths),
      }))
    }
    if (request.method === 'GET') return { answer: await database.read(work), replayed: false }
    if (key === null) return { answer: await database.change(work), replayed: false }
    const { answered } = await idempotency.claim(key, path, JSON.stringify(parameters))
    if (answered) return { answer: answered, replayed: true }
    const remember = (store: Context['store'], given: Answer) =>
      store.query(idempotency.remember, [key, JSON.stringify(given)])
    try {
      const made = await database.change(async (store) => {
        const given = await work(store)
        await remember(store, given)
        return given
      })
      return { answer: made, replayed: false }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) await idempotency.forget(key)
      else
        await database.change((store) =>
          remember(store, { status: error.status, body: { error: error.body } }),
        )
      throw error
    }
  }

  return {
    async handle(request) {
      if (request.method === 'OPTIONS') return preflight(request)
      const requestId = newId('req_', 14)
      const headers = {
        ...CORS,
        'cache-control': 'no-cache, no-store',
        'request-id': requestId,
        'stripe-version': request.headers.get('stripe-version') ?? API_VERSION,
      }
      try {
        const { answer: given, replayed } = await answer(request, requestId)
        if (!replayed && request.method !== 'GET') webhooks.wake()
        const more = replayed ? { 'idempotent-replayed': 'true' } : {}
        return Response.json(given.body, { status: given.status, headers: { ...headers, ...more } })
      } catch (error) {
        if (error instanceof StripeRefusal) {
          // What is not here does not come by asking again.
          const more = error.status === 501 ? { 'stripe-should-retry': 'false' } : {}
          const body = { error: error.body }
          return Response.json(body, { status: error.status, headers: { ...headers, ...more } })
        }
        log(
          `stripe ${request.method} ${new URL(request.url).pathname}: ${error instanceof Error ? error.stack : String(error)}`,
        )
        const body = { type: 'api_error', message: 'The stack failed here; see its log.' }
        return Response.json({ error: body }, { status: 500, headers })
      }
    },
    async close() {
      await stopClock()
      await webhooks.close()
    },
  }
}

/** Answers have the shape of one version; to give them to who asked for another would be a lie. */
function requireVersion(headers: Headers): void {
  if (headers.has('stripe-account')) throw notHere('Stripe-Account')
  const asked = headers.get('stripe-version')
  if (asked === null || asked === API_VERSION) return
  if (!/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(asked)) throw invalid(`Invalid Stripe API version: ${asked}`)
  throw notHere(`Stripe-Version ${asked}`)
}

const pathOf = (request: Request): string => new URL(request.url).pathname.replace(/^\/stripe(?=\/)/, '')

async function formOf(request: Request): Promise<Form> {
  const { searchParams } = new URL(request.url)
  const inBody = request.method === 'POST'
  const type = request.headers.get('content-type') ?? ''
  const body = inBody ? await request.text() : ''
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalid(`Invalid request: the body is to be application/x-www-form-urlencoded and not ${type}.`)
  }
  const form = readForm([...searchParams, ...new URLSearchParams(body)])
  if (form === null) throw invalid('Invalid request: the parameters could not be read.')
  return form
}

function find(calls: readonly Call[], method: string, path: string): { call: Call; id: string } {
  for (const call of calls) {
    const [before = '', after] = call.path.split(':id')
    if (call.method !== method) continue
    if (after === undefined && path === before) return { call, id: '' }
    const id =
      after !== undefined && path.startsWith(before) && path.endsWith(after)
        ? path.slice(before.length, path.length - after.length)
        : ''
    if (/^\w+$/.test(id) && id !== 'search') return { call, id }
  }
  throw notHere(`${method} ${path}`)
}

const Paths = v.union([
  v.array(v.string()),
  v.pipe(v.record(v.string(), v.string()), v.transform(Object.values)),
])
function pathsOf(expand: unknown): string[] {
  const read = v.safeParse(Paths, expand ?? [])
  return read.success ? read.output : []
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  })
}
