/**
 * POST with the secret key: sends what waits to be pushed. Answers {sent, failed, gone}: how many reached a
 * push service, how many are tried again later, and how many browsers have no subscription any more. Refuses
 * everybody else with 403 forbidden.
 */
import * as v from 'valibot'
import { answering } from '../_shared/answers.ts'
import { required, requireService, serviceClient } from '../_shared/project.ts'
import { encryptPush } from './encrypt.ts'
import { isPushService, payloadOf, Push } from './payload.ts'
import { vapidHeader } from './vapid.ts'

const LIMIT_MS = 10_000
/** What could not be delivered for a day is no news. */
const TTL_S = 24 * 60 * 60

type Outcome = 'sent' | 'failed' | 'gone'

async function send(push: Push): Promise<Outcome> {
  if (!isPushService(push.endpoint, (Deno.env.get('PUSH_ORIGINS') ?? '').split(' '))) return 'gone'
  const keys = {
    publicKey: required('VAPID_PUBLIC_KEY'),
    privateKey: required('VAPID_PRIVATE_KEY'),
    subject: required('VAPID_SUBJECT'),
  }
  try {
    const answer = await fetch(push.endpoint, {
      method: 'POST',
      headers: {
        authorization: await vapidHeader(push.endpoint, keys),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_S),
        urgency: push.urgent ? 'high' : 'normal',
      },
      body: await encryptPush(payloadOf(push, required('SITE_URL')), push),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await answer.body?.cancel()
    if (answer.status === 404 || answer.status === 410) return 'gone'
    return answer.ok ? 'sent' : 'failed'
  } catch {
    // Not reached; it is due again in a while
    return 'failed'
  }
}

Deno.serve(
  answering(async (request) => {
    requireService(request)
    const service = serviceClient()
    const count = { sent: 0, failed: 0, gone: 0 }
    for (;;) {
      const { data, error } = await service.rpc('take_pushes')
      if (error) throw error
      const pushes = v.parse(v.array(Push), data)
      if (pushes.length === 0) return count
      const outcomes = await Promise.all(pushes.map(send))
      for (const outcome of outcomes) count[outcome]++
      const settled = await service.rpc('settle_pushes', {
        done: pushes.filter((_, index) => outcomes[index] === 'sent').map(({ id }) => id),
        gone: pushes.filter((_, index) => outcomes[index] === 'gone').map(({ endpoint }) => endpoint),
      })
      if (settled.error) throw settled.error
    }
  }),
)
