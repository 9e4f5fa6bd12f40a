import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForSubscriptionChange } from './push-renewal.ts'

const session = vi.hoisted(() => ({ current: null as { userId: string; accessToken: string } | null }))
vi.mock('#sync/session/access-token.ts', () => ({ readAccessToken: async () => session.current }))
vi.mock('./environment.ts', () => ({
  readEnvironment: async () => ({ apiUrl: 'https://api', publishableKey: 'key', vapidPublicKey: 'vapid' }),
}))

const subscriptionAt = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
})
const subscribe = vi.fn(async () => subscriptionAt('https://push/new'))
const asked: { path: string; body: unknown }[] = []
let own: object[]
let listener: (event: object) => void = () => {}
beforeEach(() => {
  vi.clearAllMocks()
  asked.length = 0
  own = [{ endpoint: 'https://push/old' }]
  session.current = { userId: 'mio', accessToken: 'token' }
  vi.stubGlobal('self', {
    addEventListener: (_: string, heard: typeof listener) => (listener = heard),
    registration: { pushManager: { subscribe } },
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({ path: url.replace('https://api/rest/v1/', '').replace(/\?.*/, ''), body })
    return Response.json(own)
  })
  listenForSubscriptionChange()
})

async function change(facts: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listener({ ...facts, waitUntil: (given: Promise<unknown>) => (work = given) })
  await work
}
const OLD = subscriptionAt('https://push/old')

describe('a subscription that the browser ended', () => {
  test('is replaced, and the server told of the new address', async () => {
    await change({ oldSubscription: OLD })
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: 'vapid',
    })
    expect(asked).toEqual([
      { path: 'push_subscriptions', body: undefined },
      { path: 'rpc/subscribe_push', body: { endpoint: 'https://push/new', p256dh: 'p', auth: 'a' } },
      { path: 'rpc/unsubscribe_push', body: { endpoint: 'https://push/old' } },
    ])
  })

  test('is not made again where the browser has done so', async () => {
    await change({ oldSubscription: OLD, newSubscription: subscriptionAt('https://push/made') })
    expect(subscribe).not.toHaveBeenCalled()
    expect(asked[1]?.body).toMatchObject({ endpoint: 'https://push/made' })
  })

  test.each([
    ['nobody is signed in', () => (session.current = null)],
    ['it was another account’s', () => (own = [])],
  ])('is left where %s', async (_, given) => {
    given()
    await change({ oldSubscription: OLD })
    expect(subscribe).not.toHaveBeenCalled()
    expect(asked.filter(({ path }) => path.startsWith('rpc/'))).toEqual([])
  })
})
