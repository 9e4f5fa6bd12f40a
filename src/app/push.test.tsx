// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { actAs } from '../../tests/support/act-as.ts'
import { AppContext } from './app-context.ts'
import type { App } from './app.ts'
import { readPushRecord } from './push-record.ts'
import { usePush } from './push.ts'

const browser = vi.hoisted(() => ({
  canPush: vi.fn(() => true),
  pushIsForbidden: vi.fn(() => false),
  subscription: vi.fn(async () => null as object | null),
  subscribe: vi.fn(),
  unsubscribe: vi.fn(async () => 'https://push.test/1' as string | undefined),
}))
vi.mock('#platform/push.ts', () => browser)

const SUBSCRIPTION = { endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } }
const rest = vi.fn()
const session = { state: { read: () => ({ status: 'signedIn', userId: 'mio' }) } }
let vapidPublicKey: string | undefined
beforeEach(() => {
  vi.clearAllMocks()
  vapidPublicKey = 'key'
  browser.subscribe.mockResolvedValue(SUBSCRIPTION)
  rest.mockResolvedValue({ body: null, total: null, asOf: null })
})

async function open() {
  const app = { rest, environment: async () => ({ vapidPublicKey }), session } as unknown as App
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppContext.Provider value={app}>{children}</AppContext.Provider>
  )
  const { result } = renderHook(usePush, { wrapper })
  await waitFor(() => expect(result.current.state).not.toBe('unknown'))
  return result
}

test('this browser is subscribed for the person, and told the server', async () => {
  const push = await open()
  expect(push.current.state).toBe('off')
  await act(() => push.current.turnOn())
  expect(push.current.state).toBe('on')
  expect(await browser.subscribe.mock.calls[0]?.[0]).toBe('key')
  const body = { endpoint: 'https://push.test/1', p256dh: 'p', auth: 'a' }
  expect(rest).toHaveBeenCalledExactlyOnceWith('rpc/subscribe_push', { body, asPerson: true })
  expect(readPushRecord()).toEqual({ account: 'mio', endpoint: 'https://push.test/1' })
  await act(() => push.current.turnOff())
  expect(readPushRecord()).toBeUndefined()
})

test('what the server did not get is taken back', async () => {
  rest.mockRejectedValue(new Error('offline'))
  const push = await open()
  await act(() => push.current.turnOn())
  expect([push.current.state, push.current.failed]).toEqual(['off', true])
  expect(browser.unsubscribe).toHaveBeenCalledOnce()
})

test('is ended here also when the server cannot be told', async () => {
  browser.subscription.mockResolvedValueOnce(SUBSCRIPTION)
  rest.mockRejectedValue(new Error('offline'))
  const push = await open()
  expect(push.current.state).toBe('on')
  await act(() => push.current.turnOff())
  expect([push.current.state, push.current.failed]).toEqual(['off', false])
})

test('who does not allow it is not asked again by us', async () => {
  browser.subscribe.mockResolvedValue(null)
  const push = await open()
  browser.pushIsForbidden.mockReturnValueOnce(true)
  await act(() => push.current.turnOn())
  expect(push.current.state).toBe('forbidden')
  expect(rest).not.toHaveBeenCalled()
})

test('the person is asked before anything is awaited', async () => {
  const push = await open()
  act(() => void push.current.turnOn())
  expect(browser.subscribe).toHaveBeenCalledOnce()
  await waitFor(() => expect(push.current.state).toBe('on'))
})

test('without keys of the server there are none', async () => {
  vapidPublicKey = undefined
  expect((await open()).current.state).toBe('unavailable')
})

test.each([
  ['Firefox on a laptop', 'unsupported'],
  ['Safari on an iPhone', 'uninstalled'],
  ['the app on an iPhone', 'unsupported'],
] as const)('%s without pushes: %s', async (name, state) => {
  actAs(name)
  browser.canPush.mockReturnValueOnce(false)
  expect((await open()).current.state).toBe(state)
})

test('a private window has none', async () => {
  const getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'))
  vi.stubGlobal('navigator', { vendor: '', userAgent: '', storage: { getDirectory } })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await open()).current.state).toBe('private')
})
