import { beforeEach, expect, test, vi } from 'vitest'
import { listenForPush } from './push.ts'

vi.mock('#sync/session/own-session.ts', () => ({
  isSignedIn: async (id: string) => {
    if (id === 'unreadable') throw new DOMException('disk', 'UnknownError')
    return id === 'mio'
  },
}))

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const page = { focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }
const shown = vi.fn(async () => {})
const unsubscribe = vi.fn(async () => true)
const openWindow = vi.fn(async () => {})
const setAppBadge = vi.fn(async () => {})
let pages: object[] = []

beforeEach(() => {
  vi.clearAllMocks()
  pages = []
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    location: { origin: 'https://mirutomo.example' },
    navigator: { setAppBadge },
    registration: {
      showNotification: shown,
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
    },
    clients: { matchAll: async () => pages, openWindow },
  })
  listenForPush()
})

async function fire(name: string, facts: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({ ...facts, waitUntil: (given: Promise<unknown>) => (work = given) })
  await work
}
const push = (content: unknown) =>
  fire('push', { data: { text: () => (typeof content === 'string' ? content : JSON.stringify(content)) } })
const PUSH = {
  web_push: 8030,
  account: 'mio',
  notification: { title: 'お知らせ', body: '本文', navigate: 'https://mirutomo.example/x', tag: 'n1' },
  app_badge: '4',
}

test('shows what came, and how many are unread', async () => {
  await push(PUSH)
  expect(shown).toHaveBeenCalledExactlyOnceWith(
    'お知らせ',
    expect.objectContaining({ body: '本文', tag: 'n1', data: { navigate: 'https://mirutomo.example/x' } }),
  )
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(4)
})

test("says nothing of another account's, and ends that subscription", async () => {
  await push({ ...PUSH, account: 'ken' })
  expect(JSON.stringify(shown.mock.calls)).not.toContain('お知らせ"')
  expect(JSON.stringify(shown.mock.calls)).not.toContain('本文')
  expect(shown).toHaveBeenCalledOnce()
  expect(setAppBadge).not.toHaveBeenCalled()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('where nobody can tell who is signed in, it says nothing of it and ends nothing', async () => {
  await push({ ...PUSH, account: 'unreadable' })
  expect(shown).toHaveBeenCalledExactlyOnceWith('ミルトモ', expect.anything())
  expect(setAppBadge).not.toHaveBeenCalled()
  expect(unsubscribe).not.toHaveBeenCalled()
})

test.each(['', 'rubbish', { notification: {} }])('shows something also of %j', async (content) => {
  await push(content)
  expect(shown).toHaveBeenCalledExactlyOnceWith('ミルトモ', expect.anything())
})

const click = (navigate: string) => {
  const notification = { close: vi.fn(), data: { navigate } }
  return fire('notificationclick', { notification }).then(() =>
    expect(notification.close).toHaveBeenCalledOnce(),
  )
}
test('pressed, it opens in a page that is there, else in a new one, and never another site', async () => {
  await click('https://mirutomo.example/video/abc?x=1')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/video/abc?x=1')
  pages = [page]
  await click('https://evil.test/messages')
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith('/messages')
  expect(page.focus).toHaveBeenCalledOnce()
})

test.each([
  'https://mirutomo.example//evil.test/',
  '/.//evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
])('pressed, %s leads to the notifications', async (address) => {
  pages = []
  await click(address)
  expect(openWindow).toHaveBeenLastCalledWith('/profile/notifications')
})
