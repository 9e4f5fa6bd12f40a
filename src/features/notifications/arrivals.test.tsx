// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { renderHook } from '@testing-library/react'
import { filter, firstValueFrom } from 'rxjs'
import { recentKeyOf } from '#sync/collections/keys.ts'
import { unreadNotifications } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore } from '../../../tests/support/screen.tsx'
import { announce, ARRIVED_EVENT } from './announce.ts'
import { arrivals } from './arrivals.ts'
import { useArrivals } from './use-arrivals.ts'

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function receive(
  store: Store,
  numbers: number[],
  created_at = new Date().toISOString(),
  facts: { type?: string } = {},
): Promise<void> {
  await store.collections.notifications.bulkInsert(
    numbers.map((number) => ({
      id: idOf(number),
      type: 'system',
      title: `お知らせ${number}`,
      message: '',
      priority: 'medium' as const,
      is_read: false,
      read_edited_at: 0,
      is_deleted: false,
      deleted_edited_at: 0,
      is_premium_only: false,
      row_version: 1,
      sync_epoch: '1.1',
      created_at,
      recent_key: recentKeyOf(created_at),
      ...facts,
    })),
  )
}
test('what comes is told once, together; what was there, what is old and what a first round brings is not', async () => {
  const store = await openTestStore()
  const told: number[][] = []
  const watching = arrivals(store, unreadNotifications(store)).subscribe((arrived) =>
    told.push(arrived.map(({ id }) => Number(id.slice(-4)))),
  )
  store.engine.move('connection_lost')
  await receive(store, [1])
  store.engine.synced(1)
  await firstValueFrom(unreadNotifications(store).pipe(filter((unread) => unread.length === 1)))
  await receive(store, [2], new Date(Date.now() - 31 * 60_000).toISOString())
  await receive(store, [3, 4])
  await vi.waitFor(() => expect(new Set(told.flat())).toEqual(new Set([3, 4])))
  expect(told).toHaveLength(1)
  watching.unsubscribe()
})

test('the page hears of them by an event, and its title tells for three seconds', () => {
  vi.useFakeTimers()
  document.title = 'ホーム'
  const heard: unknown[] = []
  const note = (event: Event) => heard.push(event instanceof CustomEvent && event.detail)
  window.addEventListener(ARRIVED_EVENT, note)
  announce(['a', 'b'])
  window.removeEventListener(ARRIVED_EVENT, note)
  expect(heard).toEqual([{ ids: ['a', 'b'] }])
  vi.advanceTimersByTime(2_999)
  expect(document.title).toBe('新しい通知が2件届きました')
  vi.advanceTimersByTime(1)
  expect(document.title).toBe('ホーム')
  vi.useRealTimers()
})

test("what a free person may not see is not announced; the icon's number is that of the unread", async () => {
  const setAppBadge = vi.fn(async () => {})
  Object.assign(navigator, { setAppBadge })
  const store = await openTestStore()
  store.engine.synced(1)
  const heard = vi.fn()
  const { unmount } = renderHook(() => useArrivals(store, false, heard))
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenCalledWith(0))
  await receive(store, [1], undefined, { type: 'like' })
  await receive(store, [2])
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  expect(heard.mock.calls[0]?.[0]).toMatchObject([{ id: idOf(2) }])
  unmount()
  expect(document.title).toBe('新しい通知が1件届きました')
})
