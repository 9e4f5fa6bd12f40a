// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { watchMissingCode } from '#platform/missing-code.ts'
import { createValue } from '#platform/observable-value.ts'
import type { Account } from '#domain/account.ts'
import type { App } from '../app.ts'
import { AppContext } from '../app-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { StoreState } from '../store/store-state.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { ReloadNotice } from './reload-notice.tsx'
import { SuspensionNotice } from './suspension-notice.tsx'
import { UpdateOffer } from './update-offer.tsx'

const worker = vi.hoisted(() => ({ updateWaiting: true, update: vi.fn() }))
vi.mock('./use-worker.ts', () => ({ useWorker: () => worker }))
const code = vi.hoisted(() => ({ reloadUnasked: vi.fn<() => Promise<boolean>>() }))
vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  useLocation: () => false as never,
}))
vi.mock(import('#platform/missing-code.ts'), async (original) => ({ ...(await original()), ...code }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function setUp(element: ReactNode) {
  const online = createValue(true)
  const contentAsOf = createValue<number | null>(null)
  const state = createValue<StoreState>({ status: 'closed' })
  const session = { state: createValue({ status: 'signedOut' }) }
  const account = createValue<Account | null>(null)
  const app = { connectivity: { online }, contentAsOf, keeper: { state }, session, account } as unknown as App
  render(<AppContext value={app}>{element}</AppContext>)
  return { online, contentAsOf, state, account }
}
const opened = (pending: number) =>
  ({ status: 'open', opened: {}, activity: { pending, attention: 0 } }) as unknown as StoreState

test('says that there is no connection and how old what is shown is', () => {
  const { online, contentAsOf } = setUp(<OfflineNotice />)
  const notice = screen.getByRole('status')
  expect(notice.textContent).toBe('')
  act(() => online.set(false))
  expect(notice.textContent).toBe('オフラインです')
  act(() => contentAsOf.set(Date.now() - 12.5 * 60_000))
  expect(notice.textContent).toBe('オフラインです · 12分前の内容')
  act(() => online.set(true))
  expect(notice.textContent).toBe('')
})

test('says why and until when the server takes nothing, as long as that is so', async () => {
  const { account } = setUp(<SuspensionNotice />)
  const notice = screen.getByRole('status')
  const mio = { userId: 'a', email: '', name: 'みお', avatarUrl: null, isPremium: false, isCreator: false }
  act(() => account.set(mio))
  expect(notice.textContent).toBe('')
  act(() => account.set({ ...mio, suspension: { reason: '迷惑行為' } }))
  await waitFor(() => expect(notice.textContent).toContain('理由: 迷惑行為期間: 解除されるまで'))
  act(() => account.set({ ...mio, suspension: { reason: '迷惑行為', ends_at: '2999-01-02T03:04:05Z' } }))
  expect(notice.textContent).toContain('2999年1月2日')
  act(() => account.set({ ...mio, suspension: { reason: '迷惑行為', ends_at: '2020-01-02T03:04:05Z' } }))
  expect(notice.textContent).toBe('')
})

test('offers a new version only while nothing is unsent, and not again after あとで', () => {
  const { state } = setUp(<UpdateOffer />)
  act(() => state.set(opened(2)))
  expect(screen.queryByText('新しいバージョンがあります')).toBeNull()
  act(() => state.set(opened(0)))
  fireEvent.click(screen.getByRole('button', { name: '更新' }))
  expect(worker.update).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'あとで' }))
  expect(screen.queryByText('新しいバージョンがあります')).toBeNull()
})

test('what breaks ends with a way on, and its details can be copied', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const writeText = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const Broken = (): ReactNode => {
    throw new Error('壊れた部品')
  }
  setUp(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: '問題が発生しました' })).toBeDefined()
  expect(screen.getByRole('button', { name: '再読み込み' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '詳細をコピー' }))
  expect(writeText).toHaveBeenCalledWith(expect.stringContaining('Error: 壊れた部品'))
  expect(await screen.findByRole('button', { name: 'コピーしました' })).toBeDefined()
})

test('code that is missing is fetched by loading the page anew, once there is a connection; its person is asked where that cannot be', async () => {
  vi.useFakeTimers()
  const loads = Promise.resolve(true)
  code.reloadUnasked.mockReturnValueOnce(loads).mockResolvedValue(false)
  watchMissingCode()
  const { online } = setUp(<ReloadNotice />)
  act(() => online.set(false))
  const missing = Object.assign(new Event('vite:preloadError'), { payload: new TypeError('missing') })
  act(() => void window.dispatchEvent(missing))
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.getByRole('status').textContent).toContain('接続すると読み込みます')
  expect(screen.queryByRole('button')).toBeNull()
  expect(code.reloadUnasked).not.toHaveBeenCalled()
  act(() => online.set(true))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  // Whoever is pressing would press into nothing
  fireEvent.pointerDown(document.body)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(code.reloadUnasked).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(code.reloadUnasked).toHaveBeenCalledOnce()
  await act(() => loads)
  expect(screen.queryByRole('button')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(16_500))
  expect(code.reloadUnasked).toHaveBeenCalledTimes(2)
  // It could not be, say because something is being typed
  expect(screen.getByRole('button', { name: '再読み込み' })).toBeDefined()
  act(() => online.set(false))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(code.reloadUnasked).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
