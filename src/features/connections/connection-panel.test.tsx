// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import type { ConnectionDocument } from '#sync/collections/connections.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { COPY } from './copy.ts'
import { IncomingRequests, useIncomingRequests } from './incoming-requests.tsx'

const OTHER = 'ffffffff-ffff-4fff-8fff-fffffffffff1'
const CONNECTION = '018f0000-0000-7000-8000-0000000000f1'

type Ask = Parameters<typeof ConnectionPanel>[0]['requestConnection']
const granted: Ask = () => Promise.resolve({ ok: true, status: 'pending', isAskedOfMe: false })
const panel = (store: Store, ask: Ask = granted) => (
  <ConnectionPanel store={store} personId={OTHER} requestConnection={ask} />
)

/** A connection that the server has told of. */
const hold = (store: Store, status: ConnectionDocument['status'], asker: 'me' | 'other') =>
  store.collections.connections.insert({
    id: CONNECTION,
    user_id: asker === 'me' ? OTHER : store.userId,
    connected_user_id: asker === 'me' ? store.userId : OTHER,
    status,
    row_version: 1,
    sync_epoch: '1.1',
  })
/** What the device knows of the person themselves. */
const beSomebody = (
  store: Store,
  facts: { is_premium?: boolean; gender?: string; premium_expiry?: string },
) =>
  store.collections.profiles.insert({
    id: store.userId,
    username: 'みお',
    is_premium: false,
    row_version: 1,
    sync_epoch: '1.1',
    ...facts,
  })
const waysOn = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const TO_PREMIUM = [COPY.toPremium, '/premium/upgrade']
const TO_PHONE = [COPY.toPhone, '/profile/verification']

const toastsSay = async (text: string) => expect(await screen.findAllByText(text)).not.toEqual([])

test('nobody has asked: the person can', async () => {
  const store = await openTestStore()
  const ask = vi.fn(granted)
  await show(panel(store, ask))
  fireEvent.click(await screen.findByText(COPY.request))
  await toastsSay(COPY.sent)
  expect(ask).toHaveBeenCalledExactlyOnceWith(OTHER)
})

test.each([
  ['a man', { gender: 'male' }, [TO_PREMIUM]],
  ['who has not told a gender', {}, [TO_PREMIUM, TO_PHONE]],
  [
    'whose premium has ended',
    { is_premium: true, premium_expiry: '2020-01-01T00:00:00Z' },
    [TO_PREMIUM, TO_PHONE],
  ],
])('%s is told who may ask, with the ways there, instead of the button', async (_, facts, ways) => {
  const store = await openTestStore()
  await beSomebody(store, facts)
  await show(panel(store))
  expect(await screen.findByText(COPY.premium_required)).toBeDefined()
  expect(waysOn()).toEqual(ways)
  expect(screen.queryByText(COPY.request)).toBeNull()
})

test('a premium member has the button without the rule', async () => {
  const store = await openTestStore()
  await beSomebody(store, { is_premium: true })
  await show(panel(store))
  expect(await screen.findByText(COPY.request)).toBeDefined()
  expect(screen.queryByText(COPY.rule)).toBeNull()
})

test('a woman may ask with a verified phone, which only the server knows of: refused, she has the ways on', async () => {
  const store = await openTestStore()
  await beSomebody(store, { gender: 'female' })
  await show(panel(store, () => Promise.resolve({ ok: false, code: 'premium_required' })))
  expect(await screen.findByText(COPY.rule)).toBeDefined()
  fireEvent.click(screen.getByText(COPY.request))
  await waitFor(() => expect(waysOn()).toEqual([TO_PREMIUM, TO_PHONE]))
  expect(document.activeElement).toBe(screen.getByText(COPY.premium_required))
  expect(screen.queryByText(COPY.request)).toBeNull()
})

test.each([
  ['who turned down may ask again', 'other', 1],
  ['who was turned down may not', 'me', 0],
] as const)('%s', async (_, asker, buttons) => {
  const store = await openTestStore()
  await hold(store, 'rejected', asker)
  const ask = vi.fn(granted)
  await show(panel(store, ask))
  expect(await screen.findByText(COPY.rejected)).toBeDefined()
  const found = screen.queryAllByText(COPY.request)
  expect(found).toHaveLength(buttons)
  for (const button of found) fireEvent.click(button)
  if (buttons > 0) await toastsSay(COPY.sent)
  expect(ask).toHaveBeenCalledTimes(buttons)
})

test.each([
  ['pending', true, COPY.asksYou],
  ['connected', false, COPY.connected],
  ['rejected', false, COPY.rejected],
] as const)(
  'there was one already, %s: nothing is said to be sent',
  async (status, isAskedOfMe, sentence) => {
    const store = await openTestStore()
    await show(panel(store, () => Promise.resolve({ ok: true, status, isAskedOfMe })))
    fireEvent.click(await screen.findByText(COPY.request))
    await toastsSay(sentence)
    expect(screen.queryByText(COPY.sent)).toBeNull()
  },
)

function Incoming({ store }: { store: Store }) {
  const requests = useIncomingRequests(store)
  return (
    requests && (
      <>
        <p>{requests.length}人</p>
        <IncomingRequests store={store} requests={requests} requestConnection={granted} />
      </>
    )
  )
}

test('who asks is shown with the answer, until the server has it', async () => {
  const store = await openTestStore()
  await store.collections.profiles.insert({
    id: OTHER,
    username: 'けんと',
    is_premium: false,
    row_version: 1,
    sync_epoch: '1.1',
  })
  await hold(store, 'pending', 'other')
  await show(<Incoming store={store} />)
  const link = await screen.findByRole('link', { name: /けんと/ })
  expect(link.getAttribute('href')).toBe(`/profile/${OTHER}`)
  fireEvent.click(await screen.findByText(COPY.accept))
  expect(await screen.findByText(COPY.connected)).toBeDefined()
  await store.collections.connections.findOne(CONNECTION).patch({ status: 'connected' })
  await waitFor(() => expect(screen.queryByText(COPY.incoming)).toBeNull())
})

test('the list of who asks shows the first twenty, and the others on demand', async () => {
  const store = await openTestStore()
  const requests = Array.from({ length: 25 }, (_, index) => {
    const id = `${OTHER.slice(0, -2)}${String(index).padStart(2, '0')}`
    return { id, asker: { id, username: `人${index}`, is_premium: false, row_version: 1, sync_epoch: '1.1' } }
  })
  await show(<IncomingRequests store={store} requests={requests} requestConnection={granted} />)
  expect(await screen.findAllByRole('link')).toHaveLength(20)
  fireEvent.click(screen.getByText(COPY.more))
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(25))
  expect(screen.queryByText(COPY.more)).toBeNull()
})

test('what the person asked for themselves is no request to them', async () => {
  const store = await openTestStore()
  await hold(store, 'pending', 'me')
  await show(<Incoming store={store} />)
  expect(await screen.findByText('0人')).toBeDefined()
  expect(screen.queryByText(COPY.incoming)).toBeNull()
})

test.each([
  'adult_required',
  'connection_not_found',
  'too_many_requests',
  'signed_out',
  'offline',
  'failed',
] as const)('what the server refuses as %s is said, and the way stays open', async (code) => {
  const store = await openTestStore()
  await show(panel(store, () => Promise.resolve({ ok: false, code })))
  fireEvent.click(await screen.findByText(COPY.request))
  await toastsSay(COPY[code])
  expect(screen.getByText(COPY.request)).toBeDefined()
})

test.each([
  ['pending', COPY.requested],
  ['rejected', COPY.rejected],
  ['connected', COPY.connected],
] as const)('what the person asked for is %s', async (status, sentence) => {
  const store = await openTestStore()
  await hold(store, status, 'me')
  await show(panel(store))
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByText(COPY.request)).toBeNull()
  expect(screen.queryByText(COPY.accept)).toBeNull()
})

test('who is asked answers on the device, once', async () => {
  const store = await openTestStore()
  await hold(store, 'pending', 'other')
  await show(panel(store))
  fireEvent.click(await screen.findByText(COPY.accept))
  expect(await screen.findByText(COPY.connected)).toBeDefined()
  await toastsSay('リクエストを承認しました')
  expect(screen.getByText('端末に保存')).toBeDefined()
  expect(screen.queryByText(COPY.reject)).toBeNull()
  const own = await store.collections.relations.findOne(`${store.userId}|${OTHER}`).exec()
  expect(own?.toJSON()).toMatchObject({ connection_answer: 'accept', row_version: 0 })
})

test.each([
  [true, 'rejected', 'この接続リクエストは既に拒否されています'],
  [false, 'connected', 'この接続リクエストは既に承認されています'],
] as const)(
  'an answer (accept: %s) after one on another device (%s) is told as late',
  async (accept, earlier, sentence) => {
    const store = await openTestStore()
    const connection = await hold(store, 'pending', 'other')
    await show(panel(store))
    fireEvent.click(await screen.findByText(accept ? COPY.accept : COPY.reject))
    await screen.findByText(accept ? COPY.connected : COPY.rejected)
    await connection.incrementalPatch({ status: earlier, row_version: 2 })
    // In the panel and in a toast
    await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(1))
    expect(screen.queryByText(COPY[earlier])).toBeNull()
  },
)

test('an answer that cannot be stored is said, and can be given again', async () => {
  const store = await openTestStore()
  await hold(store, 'pending', 'other')
  refuseToStore(store, 'relations')
  await show(panel(store))
  fireEvent.click(await screen.findByText(COPY.reject))
  await toastsSay(ERROR_SENTENCES.connection_answer_error)
  await waitFor(() => expect(screen.getByText(COPY.reject)).toBeDefined())
})

test('an answer that the server did not take is not told as given', async () => {
  const store = await openTestStore()
  await hold(store, 'pending', 'other')
  await show(panel(store))
  fireEvent.click(await screen.findByText(COPY.accept))
  await screen.findByText(COPY.connected)
  const id = `${store.userId}|${OTHER}`
  const answered = await store.collections.relations.findOne(id).exec(true)
  await store.outbox.park([
    {
      collection: 'relations',
      id,
      code: 'not_found',
      document: answered.toMutableJSON(),
      base: null,
      parkedAt: 0,
    },
  ])
  expect(await screen.findByText(ERROR_SENTENCES.connection_answer_failed)).toBeDefined()
  expect(screen.getByText('要対応')).toBeDefined()
  expect(screen.queryByText(COPY.connected)).toBeNull()
})

test('says that who asks is not signed in any more', () => {
  expect(COPY.signed_out).toContain('ユーザーログインが必要です')
})
