import { createECDH } from 'node:crypto'
import { join } from 'node:path'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as v from 'valibot'
import { createFunctions } from '../../local/functions/functions.ts'
import { createKeys, newSecrets } from '../../local/gateway/keys.ts'
import type { Service } from '../../local/gateway/service.ts'
import { Connection } from '../../tests/database.ts'
import { newBrowserKeys, openPush, publicKeysOf } from '../../../tests/support/push-message.ts'
import { openPushService, type PushService } from '../../../tests/support/push-service.ts'
import '../../../tests/support/stack-context.ts'

const stack = inject('stack')
const vapid = createECDH('prime256v1')
const publicKey = vapid.generateKeys().toString('base64url')
const SITE = 'https://mirutomo.example'

let pushService: PushService
let functions: Service
let database: Connection

beforeAll(async () => {
  pushService = await openPushService()
  functions = await createFunctions({
    directory: join(import.meta.dirname, '..'),
    config: { 'send-push': { verify_jwt: false } },
    keys: await createKeys(newSecrets(Date.now())),
    env: {
      SUPABASE_URL: stack.api,
      SUPABASE_DB_URL: stack.db,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.serviceKey }),
      SITE_URL: SITE,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
      VAPID_SUBJECT: 'mailto:test@mirutomo.test',
      PUSH_ORIGINS: pushService.origin,
    },
  })
  database = await Connection.open()
})
afterAll(async () => {
  await functions.close()
  await database.close()
  await pushService.close()
})

const Answer = v.object({ sent: v.number(), failed: v.number(), gone: v.number() })
async function send(key = stack.serviceKey): Promise<[number, unknown]> {
  const request = new Request('http://localhost/functions/v1/send-push', {
    method: 'POST',
    headers: { apikey: key },
  })
  const answer = await functions.handle(request, { address: '127.0.0.1' } as Parameters<Service['handle']>[1])
  return [answer.status, await answer.json()]
}

/** A person with a browser whose push service answers so. */
async function subscriber(status: number) {
  const person = await database.createPerson()
  const keys = newBrowserKeys()
  const { p256dh, auth } = publicKeysOf(keys)
  const endpoint = `${pushService.origin}/${person}/${status}`
  await database.as(person, () =>
    database.rows('select public.subscribe_push($1, $2, $3)', [endpoint, p256dh, auth]),
  )
  return { person, keys, endpoint }
}
const tell = (person: string) =>
  database.value(
    `select public.create_notification($1, 'system', 'お知らせ', '本文です', 'high', '/video/abc?x=1')`,
    [person],
  )
test('what waits is pushed once, sealed for its browser and signed by us', async () => {
  const { person, keys } = await subscriber(201)
  const id = await tell(person)
  const [status, counts] = await send()
  expect(status).toBe(200)
  expect(v.parse(Answer, counts).sent).toBeGreaterThan(0)
  const [push, ...more] = pushService.received(person)
  expect(more).toEqual([])
  if (!push) throw new Error('nothing was pushed')
  const payload: unknown = JSON.parse(openPush(push.body, keys))
  expect(payload).toEqual({
    web_push: 8030,
    mutable: true,
    notification: {
      title: 'ミルトモ',
      body: '新しいお知らせがあります。',
      navigate: `${SITE}/profile/notifications`,
      tag: id,
      lang: 'ja',
      data: {
        account: person,
        title: 'お知らせ',
        body: '本文です',
        navigate: `${SITE}/video/abc?x=1`,
        tag: id,
        unread: 1,
      },
    },
  })
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(push.headers.authorization ?? '') ?? []
  expect(key).toBe(publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const verified = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
  )
  expect(verified.payload).toMatchObject({ aud: pushService.origin, sub: 'mailto:test@mirutomo.test' })
  await send()
  expect(pushService.received(person)).toHaveLength(1)
})

test('a browser that is gone is forgotten, one that cannot be reached is tried again', async () => {
  const [gone, busy] = [await subscriber(410), await subscriber(503)]
  await tell(gone.person)
  await tell(busy.person)
  await send()
  const left = await database.rows(
    'select endpoint, attempts from private.push_queue join public.push_subscriptions as s on s.id = subscription_id where endpoint = any ($1)',
    [[gone.endpoint, busy.endpoint]],
  )
  expect(left).toEqual([{ endpoint: busy.endpoint, attempts: 1 }])
  const subscribed = await database.rows(
    'select endpoint from public.push_subscriptions where endpoint = $1',
    [gone.endpoint],
  )
  expect(subscribed).toEqual([])
})

test('nobody but the service has pushes sent', async () => {
  expect(await send(stack.publishableKey)).toEqual([403, { code: 'forbidden' }])
})
