import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForPush } from './push.ts'

vi.mock('#sync/session/own-session.ts', () => ({
  isSignedIn: async (id: string) => {
    if (id === 'unreadable') throw new DOMException('disk', 'UnknownError')
    if (id === 'hanging') return new Promise(() => {})
    if (id.startsWith('slow ')) return storage.answer.then(() => id === 'slow mio')
    return id === 'mio'
  },
}))

const storage: { answer: Promise<void> } = { answer: Promise.resolve() }

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const page = { focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }
const shown = vi.fn(async () => {})
const unsubscribe = vi.fn(async () => true)
const openWindow = vi.fn(async () => {})
const setAppBadge = vi.fn(async () => {})
const send = vi.fn(async () => {})
let pages: object[] = []

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  vi.clearAllMocks()
  page.focus.mockResolvedValue()
  page.navigate.mockResolvedValue()
  openWindow.mockResolvedValue()
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
  listenForPush(send)
})

async function fire(name: string, facts: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({ ...facts, waitUntil: (given: Promise<unknown>) => (work = given) })
  await work
}
const push = (content: unknown) =>
  fire('push', { data: { text: () => (typeof content === 'string' ? content : JSON.stringify(content)) } })
const payloadFor = (account: string) => ({
  web_push: 8030,
  mutable: true,
  notification: {
    title: 'ミルトモ',
    body: '新しいお知らせがあります。',
    navigate: 'https://mirutomo.example/profile/notifications',
    tag: 'n1',
    data: {
      account,
      title: 'お知らせ',
      body: '本文',
      navigate: 'https://mirutomo.example/x',
      tag: 'n1',
      unread: 4,
    },
  },
})

const THE_REAL_ONE = [
  'お知らせ',
  expect.objectContaining({ body: '本文', tag: 'n1', data: { navigate: 'https://mirutomo.example/x' } }),
]
const A_NEUTRAL_ONE = ['ミルトモ', expect.objectContaining({ tag: 'n1' })]

describe('a push', () => {
  test('shows what came, and how many are unread', async () => {
    await push(payloadFor('mio'))
    expect(shown.mock.calls).toEqual([THE_REAL_ONE])
    expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(4)
  })

  test.each(['notification', 'proposedNotification'])(
    'shows the same where the browser hands over %s instead of the bytes',
    async (name) => {
      await fire('push', { data: null, [name]: payloadFor('mio').notification })
      expect(shown.mock.calls).toEqual([THE_REAL_ONE])
    },
  )

  test('sends what is pending once something is shown, where the browser has no Background Sync', async () => {
    send.mockImplementationOnce(async () => {
      expect(shown).toHaveBeenCalled()
      throw new Error('no connection')
    })
    await push(payloadFor('mio'))
    expect(send).toHaveBeenCalledOnce()
    Object.assign(self.registration, { sync: {} })
    await push(payloadFor('mio'))
    expect(send).toHaveBeenCalledOnce()
  })

  test("says nothing of another account's, and ends that subscription", async () => {
    await push(payloadFor('ken'))
    expect(shown.mock.calls).toEqual([A_NEUTRAL_ONE])
    expect(JSON.stringify(shown.mock.calls)).not.toContain('本文')
    expect(setAppBadge).not.toHaveBeenCalled()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  test('shows something before storage answers, and takes it back for the real one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    storage.answer = promise
    const done = push(payloadFor('slow mio'))
    await vi.waitFor(() => expect(shown.mock.calls).toEqual([A_NEUTRAL_ONE]))
    resolve()
    await done
    expect(shown.mock.calls).toEqual([A_NEUTRAL_ONE, THE_REAL_ONE])
  })

  test('ends the subscription of somebody else also when storage answers late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    storage.answer = promise
    const done = push(payloadFor('slow ken'))
    await vi.waitFor(() => expect(shown.mock.calls).toEqual([A_NEUTRAL_ONE]))
    resolve()
    await done
    expect(shown).toHaveBeenCalledOnce()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  test('shows something, and ends its event, where storage never answers', async () => {
    vi.useFakeTimers()
    const done = push(payloadFor('hanging'))
    await vi.advanceTimersByTimeAsync(25_000)
    await done
    expect(shown.mock.calls).toEqual([A_NEUTRAL_ONE])
    expect(unsubscribe).not.toHaveBeenCalled()
  })
})

test('where nobody can tell who is signed in, it says nothing of it and ends nothing', async () => {
  await push(payloadFor('unreadable'))
  expect(shown).toHaveBeenCalledExactlyOnceWith('ミルトモ', expect.anything())
  expect(setAppBadge).not.toHaveBeenCalled()
  expect(unsubscribe).not.toHaveBeenCalled()
})

test.each(['', 'rubbish', { notification: {} }])('shows something also of %j', async (content) => {
  await push(content)
  expect(shown).toHaveBeenCalledExactlyOnceWith('ミルトモ', expect.anything())
})

const click = (navigate: string) => {
  const notification = { close: vi.fn(), title: 'お知らせ', body: '本文', tag: 'n1', data: { navigate } }
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
  ['the browser refuses to focus it', () => page.focus.mockRejectedValue(new Error('refused'))],
  ['it has gone', () => page.navigate.mockRejectedValue(new TypeError('gone'))],
  ['it does not answer', () => page.focus.mockReturnValue(new Promise(() => {}))],
])('pressed, it opens a new page where there is one but %s', async (_, break_) => {
  pages = [page]
  break_()
  await click('/messages')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/messages')
})

test('pressed where no page can be opened, it comes back and the failure is told', async () => {
  openWindow.mockRejectedValue(new Error('not allowed'))
  await expect(click('/messages')).rejects.toThrow('not allowed')
  expect(shown.mock.calls).toEqual([
    ['お知らせ', expect.objectContaining({ body: '本文', tag: 'n1', data: { navigate: '/messages' } })],
  ])
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
