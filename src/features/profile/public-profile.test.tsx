// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Loaded } from '#domain/catalogue.ts'
import type { People, PersonReview, PublicProfile } from '#domain/people.ts'
import { blockPerson } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import { aVideo, openTestStore, show, silent, told } from '../../../tests/support/screen.tsx'
import { PUBLIC_COPY as COPY } from './public-copy.ts'
import { PublicProfileScreen } from './public-profile-screen.tsx'

const MIO = '0190a1b2-0000-7000-8000-000000000001'
const mio: PublicProfile = {
  id: MIO,
  username: 'みお',
  display_name: '',
  bio: '映画の感想を書いています。',
  avatar_url: null,
  channel_url: 'https://www.youtube.com/@mio',
  interests: ['film', 'gaming'],
}
const ready = <T,>(value: T): Loaded<T> => ({ status: 'ready', value, asOf: null, source: 'server' })
const review = (number: number): PersonReview => ({
  id: `${MIO}|${number}`,
  overall: 4,
  comment: `感想${number}`,
  created_at: '2026-11-01T00:00:00Z',
  video: aVideo(number),
})

const screenOf = (store: Store, answers: Partial<People>, { online = true, personId = MIO } = {}) => (
  <PublicProfileScreen
    store={store}
    people={{ profile: () => silent, reviewsOf: () => silent, retry: () => {}, ...answers }}
    personId={personId}
    online={online}
    renderConnection={() => null}
    renderMenu={({ name }) => <button>{`${name}のメニュー`}</button>}
    renderReview={({ comment }) => <p>{comment}</p>}
  />
)
const heldOf = (id: string) => ({
  id,
  username: 'みお',
  bio: '端末にある自己紹介',
  is_premium: false,
  row_version: 1,
  sync_epoch: '1.1',
})

test('shows a member as the server tells them, with their reviews', async () => {
  const store = await openTestStore()
  await show(
    screenOf(store, {
      profile: () => told(ready(mio)),
      reviewsOf: () => told(ready([review(1), review(2)])),
    }),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'みお' })).toBeDefined()
  expect(screen.getByText('ゲーム')).toBeDefined()
  expect(screen.getByRole('button', { name: 'みおのメニュー' })).toBeDefined()
  expect(screen.getByText('youtube.com/@mio').closest('a')).toMatchObject({
    href: 'https://www.youtube.com/@mio',
    rel: 'noreferrer',
    target: '_blank',
  })
  expect(screen.getByText('感想2')).toBeDefined()
  expect(screen.getByText(COPY.count(2))).toBeDefined()
})

test('without a connection shows what the device holds, and says what is missing', async () => {
  const store = await openTestStore()
  await store.collections.profiles.insert(heldOf(MIO))
  await show(screenOf(store, {}, { online: false }))
  expect(await screen.findByText('端末にある自己紹介')).toBeDefined()
  expect(screen.getByText(COPY.reviewsOffline)).toBeDefined()
})

test('of somebody whom the device does not hold it says that a connection is needed', async () => {
  await show(screenOf(await openTestStore(), {}, { online: false }))
  expect(await screen.findByRole('heading', { level: 1, name: COPY.offline })).toBeDefined()
})

test('who is unknown or hidden is not found, whatever the device still holds', async () => {
  const store = await openTestStore()
  await store.collections.profiles.insert(heldOf(MIO))
  await show(screenOf(store, { profile: () => told({ status: 'error', code: 'not_found' }) }))
  expect(await screen.findByRole('heading', { level: 1, name: COPY.missing })).toBeDefined()
  expect(screen.queryByText('端末にある自己紹介')).toBeNull()
})

test('a failure can be tried again', async () => {
  const retry = vi.fn<() => void>()
  const store = await openTestStore()
  await show(screenOf(store, { profile: () => told({ status: 'error', code: 'server' }), retry }))
  fireEvent.click(await screen.findByRole('button', { name: COPY.tryAgain }))
  expect(retry).toHaveBeenCalledOnce()
})

test('who is blocked is gone at once', async () => {
  const store = await openTestStore()
  await show(screenOf(store, { profile: () => told(ready(mio)) }))
  await screen.findByText('映画の感想を書いています。')
  await blockPerson(store, MIO)
  expect(await screen.findByRole('heading', { level: 1, name: COPY.missing })).toBeDefined()
})

test('one’s own says so and has nothing to be done about', async () => {
  const store = await openTestStore()
  const own = { ...mio, id: store.userId }
  await show(screenOf(store, { profile: () => told(ready(own)) }, { personId: store.userId }))
  expect(await screen.findByText(COPY.own)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'みおのメニュー' })).toBeNull()
})
