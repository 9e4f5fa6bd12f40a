// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { blockPerson } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { BlockedScreen } from './blocked-screen.tsx'
import { COPY } from './copy.ts'

const personId = (number: number): string => `ffffffff-ffff-4fff-8fff-fffffffffff${number}`

/** Somebody this device has met. */
async function meet(store: Store, number: number, username: string): Promise<void> {
  const met = { id: personId(number), username, is_premium: false, row_version: 1, sync_epoch: '1.1' }
  await store.collections.profiles.insert(met)
}
const states = () => screen.getAllByRole('listitem').map((item) => item.dataset['sync'])

test('whom one blocked stands in the list, the last first, with how far that has come', async () => {
  const store = await openTestStore()
  await meet(store, 1, 'さくら')
  await meet(store, 2, 'けんと')
  await blockPerson(store, personId(1))
  await blockPerson(store, personId(2))
  await show(<BlockedScreen store={store} />)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    COPY.unblockNamed('けんと'),
    COPY.unblockNamed('さくら'),
  ])
  expect(states()).toEqual(['local', 'local'])
})

test('is lifted, offered back, and the focus goes to the next', async () => {
  const store = await openTestStore()
  await meet(store, 1, 'さくら')
  await meet(store, 2, 'けんと')
  await blockPerson(store, personId(1))
  await blockPerson(store, personId(2))
  await show(<BlockedScreen store={store} />)
  const lift = await screen.findByLabelText(COPY.unblockNamed('けんと'))
  lift.focus()
  fireEvent.click(lift)
  await waitFor(() => expect(screen.queryByText('けんと')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(COPY.unblockNamed('さくら'))))
  fireEvent.click(await screen.findByText('元に戻す'))
  expect(await screen.findByText('けんと')).toBeDefined()
})

test('somebody whose name the server kept is named although the profile is gone', async () => {
  const store = await openTestStore()
  await store.collections.relations.insert({
    id: `${store.userId}|${personId(1)}`,
    user_id: store.userId,
    other_id: personId(1),
    other_username: 'さくら',
    is_blocked: true,
    blocked_edited_at: 1,
    row_version: 3,
    sync_epoch: '1.1',
  })
  await show(<BlockedScreen store={store} />)
  expect(await screen.findByText('さくら')).toBeDefined()
  expect(states()).toEqual(['saved'])
})

test('nobody is blocked', async () => {
  await show(<BlockedScreen store={await openTestStore()} />)
  expect(await screen.findByText(COPY.empty)).toBeDefined()
})
