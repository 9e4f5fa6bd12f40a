// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { markNotificationsRead } from '#sync/collections/notification-marks.ts'
import { recentKeyOf } from '#sync/collections/keys.ts'
import type { Store } from '#sync/store.ts'
import { layOut } from '../../../tests/support/conversation.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { announce } from './announce.ts'
import { COPY } from './copy.ts'
import { NotificationBell } from './notification-bell.tsx'

beforeEach(layOut)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function hold(
  store: Store,
  count: number,
  facts: { is_read?: boolean; is_premium_only?: boolean } = {},
): Promise<void> {
  const created_at = new Date().toISOString()
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf(index + 1),
    type: 'system',
    title: `お知らせ${index + 1}`,
    message: '',
    priority: 'high' as const,
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
  }))
  await store.collections.notifications.bulkInsert(rows)
}

const answerConnection = () => Promise.resolve({ ok: true as const })
async function showBell(store: Store | null, props: { failed?: boolean; onOpen?: () => void } = {}) {
  await show(
    <NotificationBell store={store} isPremium={false} answerConnection={answerConnection} {...props} />,
  )
}
const bell = (name: string) => screen.findByRole('button', { name })
const badgeOf = (button: HTMLElement) => button.querySelector('span[aria-hidden]')?.textContent
const isFilled = (button: HTMLElement) => button.querySelector('svg')?.getAttribute('fill') !== 'none'

function toggle(button: HTMLElement, newState: 'open' | 'closed'): void {
  const panel = document.getElementById(button.getAttribute('popovertarget') ?? '')
  if (!panel) throw new Error('the bell opens nothing')
  fireEvent(panel, Object.assign(new Event('toggle'), { newState }))
}

describe('the badge', () => {
  test.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('of %i unread is %s, and whoever listens hears the whole number', async (count, badge) => {
    const store = await openTestStore()
    await hold(store, count)
    await showBell(store)
    const button = await bell(`通知（未読${count}件）`)
    expect(badgeOf(button)).toBe(badge)
    expect(button.title).toBe(`通知（未読${count}件）`)
    expect(button.querySelector('.sr-only')?.textContent).toBe(`通知（未読${count}件）`)
  })

  test.each([
    ['there is none', 0],
    ['all are read', 3],
  ])('is not there when %s', async (_, count) => {
    const store = await openTestStore()
    await hold(store, count, { is_read: true })
    await showBell(store)
    const button = await bell('通知')
    expect(button.getAttribute('aria-label')).toBe('通知')
    expect(button.textContent).toBe('')
    expect(badgeOf(button)).toBeUndefined()
  })

  test('does not count what the person may not see', async () => {
    const store = await openTestStore()
    await hold(store, 2, { is_premium_only: true })
    await showBell(store)
    expect(badgeOf(await bell('通知'))).toBeUndefined()
  })

  test('goes when the last one is read', async () => {
    const store = await openTestStore()
    await hold(store, 2)
    await showBell(store)
    expect(badgeOf(await bell('通知（未読2件）'))).toBe('2')
    await markNotificationsRead(store, [idOf(1)])
    expect(badgeOf(await bell('通知（未読1件）'))).toBe('1')
    await markNotificationsRead(store, [idOf(2)])
    expect(badgeOf(await bell('通知'))).toBeUndefined()
  })
})

describe('the bell', () => {
  test('is filled once new ones have come, until it is opened', async () => {
    await showBell(await openTestStore())
    const button = await bell('通知')
    expect(isFilled(button)).toBe(false)
    act(() => announce([idOf(1)]))
    expect(isFilled(button)).toBe(true)
    toggle(button, 'closed')
    expect(isFilled(button)).toBe(true)
    toggle(button, 'open')
    expect(isFilled(button)).toBe(false)
  })

  test('tells whether it is open, and shows its list only then', async () => {
    const store = await openTestStore()
    await hold(store, 1)
    const onOpen = vi.fn()
    await showBell(store, { onOpen })
    const button = await bell('通知（未読1件）')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByText('お知らせ1')).toBeNull()
    toggle(button, 'open')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(await screen.findByText('お知らせ1')).toBeDefined()
    expect(onOpen).toHaveBeenCalledTimes(1)
    toggle(button, 'closed')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await waitFor(() => expect(screen.queryByText('お知らせ1')).toBeNull())
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  test('opened for the fifth time tells a free person what premium gives', async () => {
    const store = await openTestStore()
    await hold(store, 1)
    await showBell(store)
    const button = await bell('通知（未読1件）')
    for (let opening = 1; opening <= 4; opening += 1) {
      toggle(button, 'open')
      await screen.findByText('お知らせ1')
      expect(screen.queryByText(COPY.benefitsTitle)).toBeNull()
      toggle(button, 'closed')
    }
    toggle(button, 'open')
    expect(await screen.findByText(COPY.benefitsTitle)).toBeDefined()
  })

  test('before the data of the device is open shows that it is loading', async () => {
    await showBell(null)
    toggle(await bell('通知'), 'open')
    expect(await screen.findByText('読み込み中...')).toBeDefined()
  })

  test('says that it could not load when the device cannot open its data', async () => {
    await showBell(null, { failed: true })
    toggle(await bell('通知'), 'open')
    expect(await screen.findByText('通知の読み込みに失敗しました')).toBeDefined()
    expect(screen.queryByText('読み込み中...')).toBeNull()
  })
})
