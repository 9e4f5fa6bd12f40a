// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import {
  NOTIFICATION_FLAG_NAMES,
  NOTIFICATION_FLAGS,
  NOTIFICATION_NUMBER_NAMES,
} from '#domain/notification-preferences.ts'
import { changeSetting } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { type Budget, NotificationSettingsScreen } from './notification-settings-screen.tsx'

const settings = (store: Store | null, { budget = null as Budget | null, online = true } = {}) => (
  <NotificationSettingsScreen store={store} budget={budget} online={online} device={<p>音の欄</p>} />
)
const switchOf = (label: string) => screen.findByRole<HTMLInputElement>('switch', { name: label })
const group = (title: string) => within(screen.getByRole('region', { name: title }))
async function stored(store: Store, name: string): Promise<unknown> {
  const doc = await store.collections.settings.findOne(`${store.userId}|${name}`).exec()
  return doc?.value
}

test('offers every flag, as the product says until the person says otherwise', async () => {
  await show(settings(await openTestStore()))
  await switchOf(NOTIFICATION_FLAG_NAMES.likes)
  const shown = screen.getAllByRole<HTMLInputElement>('switch')
  const state = new Map(shown.map((item) => [item.getAttribute('aria-labelledby') ?? '', item.checked]))
  expect(state.size).toBe(Object.keys(NOTIFICATION_FLAGS).length)
  for (const [flag, isOn] of Object.entries(NOTIFICATION_FLAGS)) {
    const label = new Map<string, string>(Object.entries(NOTIFICATION_FLAG_NAMES)).get(flag) ?? ''
    expect([flag, (await switchOf(label)).checked]).toEqual([flag, isOn])
  }
})

test('a flag is kept on the device, and its group says how far it has come', async () => {
  const store = await openTestStore()
  await show(settings(store))
  fireEvent.click(await switchOf(NOTIFICATION_FLAG_NAMES.likes))
  expect(await group(COPY.groups.videos).findByText('端末に保存')).toBeDefined()
  expect((await switchOf(NOTIFICATION_FLAG_NAMES.likes)).checked).toBe(false)
  expect(await stored(store, 'notification:likes')).toBe(false)
  expect(group(COPY.groups.people).queryByText('端末に保存')).toBeNull()
})

test('a press shows in the same moment and stays; two quick ones are two', async () => {
  const store = await openTestStore()
  await show(settings(store))
  const likes = await switchOf(NOTIFICATION_FLAG_NAMES.likes)
  const seen = [likes.checked]
  const look = setInterval(() => seen.at(-1) !== likes.checked && seen.push(likes.checked), 0)
  fireEvent.click(likes)
  expect(likes.checked).toBe(false)
  await group(COPY.groups.videos).findByText('端末に保存')
  await waitFor(async () => expect(await stored(store, 'notification:likes')).toBe(false))
  await new Promise((resolve) => setTimeout(resolve, 50))
  clearInterval(look)
  expect(seen).toEqual([true, false])

  const writes: unknown[] = []
  const listening = store.collections.settings.$.subscribe(({ documentData }) =>
    writes.push(documentData.value),
  )
  fireEvent.click(likes)
  fireEvent.click(likes)
  expect(likes.checked).toBe(false)
  await waitFor(() => expect(writes).toEqual([true, false]))
  listening.unsubscribe()
  expect(await stored(store, 'notification:likes')).toBe(false)
  expect(likes.checked).toBe(false)
})

test('what another device changed is shown', async () => {
  const store = await openTestStore()
  await show(settings(store))
  await switchOf(NOTIFICATION_FLAG_NAMES.likes)
  await changeSetting(store, 'notification:follows', false)
  await waitFor(async () => expect((await switchOf(NOTIFICATION_FLAG_NAMES.follows)).checked).toBe(false))
})

test('numbers are chosen, also one that is not in the list', async () => {
  const store = await openTestStore()
  await changeSetting(store, 'notification:max_notifications_per_day', 7)
  await show(settings(store))
  const perDay = await screen.findByLabelText<HTMLSelectElement>(
    NOTIFICATION_NUMBER_NAMES.max_notifications_per_day,
  )
  expect(perDay.selectedOptions[0]?.textContent).toBe('7件')
  fireEvent.change(perDay, { target: { value: '20' } })
  expect(perDay.value).toBe('20')
  await waitFor(async () => expect(await stored(store, 'notification:max_notifications_per_day')).toBe(20))
})

test('the interval is asked for once batches are wanted', async () => {
  const store = await openTestStore()
  await show(settings(store))
  expect(screen.queryByLabelText(NOTIFICATION_NUMBER_NAMES.batch_interval_minutes)).toBeNull()
  fireEvent.click(await switchOf(NOTIFICATION_FLAG_NAMES.batch_notifications))
  const interval = await screen.findByLabelText<HTMLSelectElement>(
    NOTIFICATION_NUMBER_NAMES.batch_interval_minutes,
  )
  expect(interval.value).toBe('30')
  fireEvent.change(interval, { target: { value: '60' } })
  await waitFor(async () => expect(await stored(store, 'notification:batch_interval_minutes')).toBe(60))
})

test('says in the words of the catalogue when the device could not store it', async () => {
  const store = await openTestStore()
  await show(settings(store))
  await switchOf(NOTIFICATION_FLAG_NAMES.likes)
  refuseToStore(store, 'settings')
  fireEvent.click(await switchOf(NOTIFICATION_FLAG_NAMES.likes))
  expect(await screen.findAllByText(ERROR_SENTENCES.notification_settings_failed)).not.toEqual([])
  expect((await switchOf(NOTIFICATION_FLAG_NAMES.likes)).checked).toBe(true)
})

test('tells how many are left today, or what that needs', async () => {
  const store = await openTestStore()
  const { change } = await show(settings(store, { online: false }))
  expect(await screen.findByText(COPY.remainingOffline)).toBeDefined()
  change(settings(store, { budget: { used: 38 } }))
  expect(await screen.findByText('本日残り12件')).toBeDefined()
  fireEvent.change(screen.getByLabelText(NOTIFICATION_NUMBER_NAMES.max_notifications_per_day), {
    target: { value: '20' },
  })
  expect(await screen.findByText('本日残り0件')).toBeDefined()
})
