import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStack, type Stack } from '../supabase/local/stack.ts'
import { officialClient } from '../supabase/local/stripe/testing/official-client.ts'
import { beginPayment, book, makeSlot, readBooking, signUpCreator } from '../tests/support/booking.ts'
import { readPremium, subscribe } from '../tests/support/premium.ts'
import { serviceClient } from '../tests/support/session.ts'
import { confirmCard } from '../tests/support/stripe.ts'

const OWN_ENDPOINT = 'we_mirutomo'
let dataDir: string
let stack: Stack
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-reconcile-'))
  stack = await startStack({
    dataDir,
    apiPort: 0,
    webPort: 0,
    serveWeb: false,
    seed: false,
    leftUncalled: ['send_pushes'],
  })
  await writeFile(join(dataDir, 'stack.json'), JSON.stringify(stack.addresses))
}, 120_000)
afterAll(async () => {
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const reconcile = (): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const command = [join(import.meta.dirname, 'stripe-reconcile.ts')]
    const env = { ...process.env, DATA_DIR: dataDir }
    const child = execFile(process.execPath, command, { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })

test('what was paid while nobody could be told of it is made good, once', async () => {
  const where = stack.addresses
  // As when the endpoint is down for longer than Stripe tries
  await officialClient(where).webhookEndpoints.del(OWN_ENDPOINT)
  const creator = await signUpCreator(where)
  const booking = await book(creator, await makeSlot(where))
  await confirmCard(where, (await beginPayment(where, creator, booking)).clientSecret, '4242424242424242')
  await confirmCard(where, (await subscribe(where, creator, 'monthly')).clientSecret, '4242424242424242')
  const service = serviceClient(where)
  expect(await readBooking(service, booking.id)).toMatchObject({ status: 'pending' })

  const first = await reconcile()
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^[1-9]\d* 件を反映しました。0 件は反映済み、0 件/),
  })
  expect(await readBooking(service, booking.id)).toMatchObject({
    status: 'active',
    payment_status: 'succeeded',
  })
  expect(await readPremium(service, creator)).toMatchObject({ isPremium: true, plan: 'monthly' })
  expect(await reconcile()).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^0 件を反映しました。[1-9]\d* 件/),
  })
}, 120_000)
