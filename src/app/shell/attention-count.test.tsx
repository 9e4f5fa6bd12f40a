// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { App } from '../app.ts'
import { AppContext } from '../app-context.ts'
import type { StoreState } from '../store/store-state.ts'
import { AttentionCount, AttentionLink } from './attention-count.tsx'
import { OfflineNotice } from './offline-notice.tsx'

async function setUp(element: ReactNode) {
  const online = createValue(true)
  const state = createValue<StoreState>({ status: 'closed' })
  const session = { state: createValue({ status: 'signedIn' }) }
  const app = { connectivity: { online }, contentAsOf: createValue(null), keeper: { state }, session }
  await show(<AppContext value={app as unknown as App}>{element}</AppContext>)
  return { online, state }
}

const opened = (attention: number, overruled: number) =>
  ({ status: 'open', opened: {}, activity: { pending: 9, attention, overruled } }) as unknown as StoreState

test('the header leads to the sync centre while something waits for the person, with how much', async () => {
  const { state } = await setUp(<AttentionLink />)
  expect(screen.queryByRole('link')).toBeNull()
  act(() => state.set(opened(0, 0)))
  expect(screen.queryByRole('link')).toBeNull()
  act(() => state.set(opened(2, 1)))
  const link = screen.getByRole('link', { name: /要対応3件/ })
  expect(link.getAttribute('href')).toBe('/profile/sync')
  act(() => state.set(opened(120, 0)))
  expect(link.textContent).toContain('99+')
})

test('the menu says how much', async () => {
  const { state } = await setUp(<AttentionCount />)
  act(() => state.set(opened(2, 0)))
  expect(screen.getByText('要対応2件')).toBeDefined()
})

test('the offline notice leads to the sync centre', async () => {
  const { online } = await setUp(<OfflineNotice />)
  act(() => online.set(false))
  expect(screen.getByRole('link', { name: '同期センター' }).getAttribute('href')).toBe('/profile/sync')
})
