// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import type { ConnectionDocument } from '#sync/collections/connections.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { COPY } from './copy.ts'
import { IncomingRequests } from './incoming-requests.tsx'

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
  await show(<IncomingRequests store={store} requestConnection={granted} />)
  const link = await screen.findByRole('link', { name: /けんと/ })
  expect(link.getAttribute('href')).toBe(`/profile/${OTHER}`)
  fireEvent.click(await screen.findByText(COPY.accept))
  expect(await screen.findByText(COPY.connected)).toBeDefined()
  await store.collections.connections.findOne(CONNECTION).patch({ status: 'connected' })
  await waitFor(() => expect(screen.queryByText(COPY.incoming)).toBeNull())
})

test('what the person asked for themselves is no request to them', async () => {
  const store = await openTestStore()
  await hold(store, 'pending', 'me')
  await show(<IncomingRequests store={store} requestConnection={granted} />)
  await waitFor(() => expect(screen.queryByText(COPY.incoming)).toBeNull())
})

test.each([
  'adult_required',
  'premium_required',
  'connection_not_found',
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
  expect(screen.getByText('端末に保存')).toBeDefined()
  expect(screen.queryByText(COPY.reject)).toBeNull()
  const own = await store.collections.relations.findOne(`${store.userId}|${OTHER}`).exec()
  expect(own?.toJSON()).toMatchObject({ connection_answer: 'accept', row_version: 0 })
})

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
