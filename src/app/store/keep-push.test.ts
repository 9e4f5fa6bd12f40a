// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { toastList } from '#ui/toast-list.ts'
import { notePushRecord, readPushRecord } from '../push-record.ts'
import { keepPush } from './keep-push.ts'

const OWN = { endpoint: 'https://push/own', keys: { p256dh: 'p', auth: 'a' } }
const browser = vi.hoisted(() => ({
  canPush: () => true,
  pushIsAllowed: vi.fn(() => true),
  subscription: vi.fn(),
  subscribe: vi.fn(),
  unsubscribe: vi.fn(async () => undefined),
}))
vi.mock('#platform/push.ts', () => browser)

const rest = vi.fn()
const online = createValue(true)
let own: object[]
let stop = (): void => {}
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  online.set(true)
  own = []
  browser.pushIsAllowed.mockReturnValue(true)
  browser.subscription.mockResolvedValue(null)
  browser.subscribe.mockResolvedValue({ ...OWN, endpoint: 'https://push/new' })
  rest.mockImplementation(async (path: string) => ({ body: path === 'push_subscriptions' ? own : null }))
})
afterEach(() => stop())

const keep = async (): Promise<void> => {
  stop = keepPush('mio', { rest, online, environment: async () => ({ vapidPublicKey: 'key' }) as never })
  await new Promise((resolve) => setTimeout(resolve, 0))
}
const asked = (): unknown[] => rest.mock.calls.map(([path]) => path)

describe('Pushes that the account turned on', () => {
  beforeEach(() => notePushRecord({ account: 'mio', endpoint: OWN.endpoint }))

  test('cost no request while the browser has them', async () => {
    browser.subscription.mockResolvedValue(OWN)
    await keep()
    expect([asked(), browser.unsubscribe.mock.calls.length]).toEqual([[], 0])
  })

  test('are renewed where the browser dropped them', async () => {
    await keep()
    await vi.waitFor(() => expect(asked()).toEqual(['rpc/subscribe_push']))
    expect(readPushRecord()?.endpoint).toBe('https://push/new')
    expect(toastList.read()).toEqual([])
  })

  test('are looked for when the connection returns', async () => {
    online.set(false)
    await keep()
    expect(asked()).toEqual([])
    online.set(true)
    await vi.waitFor(() => expect(asked()).toEqual(['rpc/subscribe_push']))
  })

  test('are looked for again when the page wakes, after a failure', async () => {
    browser.subscribe.mockRejectedValueOnce(new Error('no push service'))
    await keep()
    expect(asked()).toEqual([])
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(asked()).toEqual(['rpc/subscribe_push']))
  })

  test('are told as lost, once, where the permission is gone', async () => {
    browser.pushIsAllowed.mockReturnValue(false)
    await keep()
    await vi.waitFor(() => expect(toastList.read()).toHaveLength(1))
    expect(readPushRecord()).toBeUndefined()
    expect(browser.subscribe).not.toHaveBeenCalled()
  })

  test('are registered at their new address where the browser has changed it', async () => {
    browser.subscription.mockResolvedValue({ ...OWN, endpoint: 'https://push/moved' })
    await keep()
    await vi.waitFor(() => expect(readPushRecord()?.endpoint).toBe('https://push/moved'))
  })
})

describe('A subscription of which nothing is noted here', () => {
  beforeEach(() => browser.subscription.mockResolvedValue(OWN))

  test('stays where the server knows it as the account’s', async () => {
    own = [{ endpoint: OWN.endpoint }]
    await keep()
    await vi.waitFor(() => expect(readPushRecord()).toEqual({ account: 'mio', endpoint: OWN.endpoint }))
    expect(browser.unsubscribe).not.toHaveBeenCalled()
  })

  test('ends where it was another account’s', async () => {
    notePushRecord({ account: 'ken', endpoint: OWN.endpoint })
    await keep()
    await vi.waitFor(() => expect(browser.unsubscribe).toHaveBeenCalledOnce())
    expect(asked()).toEqual(['push_subscriptions'])
  })

  test('ends nothing where the server cannot be asked', async () => {
    rest.mockRejectedValue(new Error('offline'))
    await keep()
    expect(browser.unsubscribe).not.toHaveBeenCalled()
  })
})

test('an account that never turned them on is not asked for anything', async () => {
  browser.pushIsAllowed.mockReturnValue(false)
  await keep()
  expect([asked(), browser.subscription.mock.calls.length]).toEqual([[], 0])
})
