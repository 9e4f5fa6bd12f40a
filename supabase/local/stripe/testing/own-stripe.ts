import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type Stripe from 'stripe'
import { openServer } from '../../gateway/server.ts'
import { scratchDatabase } from '../../migrations/scratch-database.ts'
import { createStripe } from '../stripe.ts'
import { localStripeKeys } from '../selection.ts'
import { officialClient } from './official-client.ts'
import { openReceiver, type Receiver } from './receiver.ts'

export type OwnStripe = {
  /** As in `stack.json`. */
  stripe: string
  serviceKey: string
  client: Stripe
  /** What the product's own webhook is told. */
  receiver: Receiver
  webhookSecret: string
  database: pg.Client
  /** As after a restart of the stack: the process forgets, the database keeps. */
  restart(): Promise<void>
  close(): Promise<void>
}

const SERVICE_KEY = 'sb_secret_own'
const WEBHOOK_SECRET = 'whsec_own'

/** A stand-in of the test's own, with a clock of its own, on a database beside that of the stack. */
export async function openOwnStripe(databaseUrl: string): Promise<OwnStripe> {
  const scratch = await scratchDatabase(databaseUrl)
  await scratch.client.query(await readFile(join(import.meta.dirname, '..', 'schema.sql'), 'utf8'))
  const url = new URL(databaseUrl)
  url.pathname = `/${scratch.client.database ?? ''}`
  const adminPool = new pg.Pool({ connectionString: url.href, max: 6 })
  const receiver = await openReceiver()
  const open = () =>
    createStripe({
      adminPool,
      keys: localStripeKeys(SERVICE_KEY),
      webhook: { url: receiver.url, secret: WEBHOOK_SECRET },
      log: () => {},
    })
  let service = await open()
  const server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    handle: (request, info) => service.handle(request, info),
  })
  const api = `http://127.0.0.1:${server.port}`
  return {
    stripe: `${api}/stripe`,
    serviceKey: SERVICE_KEY,
    client: officialClient({ api, serviceKey: SERVICE_KEY }),
    receiver,
    webhookSecret: WEBHOOK_SECRET,
    database: scratch.client,
    async restart() {
      await service.close()
      service = await open()
    },
    async close() {
      await server.close()
      await service.close()
      await receiver.close()
      await adminPool.end()
      await scratch.drop()
    },
  }
}
