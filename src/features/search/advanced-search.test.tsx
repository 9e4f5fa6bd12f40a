// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AdvancedCriteria, AdvancedQuery } from '#domain/advanced-search.ts'
import type { Loaded, Page, Video } from '#domain/catalogue.ts'
import { SCORE_NAMES } from '#domain/rating.ts'
import { aCatalogue, aVideo, show, told } from '../../../tests/support/screen.tsx'
import { AdvancedSearchLink } from './advanced-search-link.tsx'
import { AdvancedSearchScreen } from './advanced-search-screen.tsx'
import { ADVANCED, COPY, failureCopy, ORDER_NAMES } from './copy.ts'

const found = (
  count: number,
  source: 'server' | 'device' = 'server',
  total = count,
): Loaded<Page<Video>> => ({
  status: 'ready',
  value: {
    items: Array.from({ length: count }, (_, index) => aVideo(index)),
    page: 1,
    total,
    totalPages: Math.ceil(total / 10),
  },
  // The page's clock may be a second behind
  asOf: Date.now() - 3.5 * 60_000,
  source,
})

type Given = { query?: AdvancedQuery; online?: boolean; retry?: () => void }
function screenOf(answer: Loaded<Page<Video>>, { query = {}, online = true, retry = () => {} }: Given = {}) {
  const live = told(answer)
  const asked = vi.fn((_criteria: AdvancedCriteria, _page: number) => live)
  const onSearch = vi.fn()
  const element = (
    <AdvancedSearchScreen
      catalogue={aCatalogue({ advanced: asked, retry })}
      query={query}
      page={1}
      online={online}
      onSearch={onSearch}
      renderVideo={(video) => <article>{video.title}</article>}
    />
  )
  return { element, asked, onSearch }
}

test('what the address says stands in the form and is asked for', async () => {
  const { element, asked } = screenOf(found(2), {
    query: { q: '猫', genres: 'vlog', clarity: 3.5, minutes_to: 10, order: 'best_rated' },
  })
  await show(element)
  expect(asked).toHaveBeenCalledWith(
    { text: '猫', genres: ['vlog'], clarity: 3.5, minutes_to: 10, order: 'best_rated' },
    1,
  )
  expect(screen.getByLabelText<HTMLInputElement>(ADVANCED.text).value).toBe('猫')
  expect(screen.getByLabelText<HTMLSelectElement>(SCORE_NAMES.clarity).value).toBe('3.5')
  expect(screen.getByLabelText<HTMLInputElement>(ADVANCED.minutesTo).value).toBe('10')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Vlog・日常' }).checked).toBe(true)
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(screen.getByText(COPY.count(2))).toBeDefined()
})

test('the form becomes the address, and keeps the order', async () => {
  const { element, onSearch } = screenOf(found(0), { query: { order: 'longest' } })
  await show(element)
  fireEvent.change(screen.getByLabelText(ADVANCED.text), { target: { value: ' 猫 ' } })
  fireEvent.change(screen.getByLabelText(ADVANCED.channel), { target: { value: 'ねこ' } })
  fireEvent.change(screen.getByLabelText(SCORE_NAMES.overall), { target: { value: '4.5' } })
  fireEvent.change(screen.getByLabelText(ADVANCED.minutesFrom), { target: { value: '５' } })
  fireEvent.change(screen.getByLabelText(ADVANCED.publishedFrom), { target: { value: '2025-01-01' } })
  fireEvent.click(screen.getByRole('checkbox', { name: '動物' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Vlog・日常' }))
  fireEvent.click(screen.getByRole('button', { name: ADVANCED.search }))
  expect(onSearch).toHaveBeenCalledWith({
    q: '猫',
    channel: 'ねこ',
    genres: 'animals,vlog',
    overall: 4.5,
    minutes_from: 5,
    published_from: '2025-01-01',
    order: 'longest',
  })
  await waitFor(() => expect(document.activeElement?.textContent).toBe(ADVANCED.results))
})

test('what cannot be asked is said at its field, which gets the focus', async () => {
  const { element, onSearch } = screenOf(found(0))
  await show(element)
  fireEvent.change(screen.getByLabelText(ADVANCED.minutesFrom), { target: { value: '20' } })
  fireEvent.change(screen.getByLabelText(ADVANCED.minutesTo), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: ADVANCED.search }))
  expect(onSearch).not.toHaveBeenCalled()
  expect(screen.getByText(ADVANCED.minutesOrder)).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(ADVANCED.minutesTo)))
})

test('what folds the conditions away says so while they are open', async () => {
  await show(screenOf(found(1), { query: { q: '猫' } }).element)
  fireEvent.click(screen.getByRole('button', { name: ADVANCED.change(1) }))
  const close = screen.getByRole('button', { name: ADVANCED.close })
  expect(close.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(close)
  expect(screen.queryByRole('button', { name: ADVANCED.close })).toBeNull()
})

test('another order is another address at once; conditions can all be taken back', async () => {
  const { element, onSearch } = screenOf(found(1), { query: { q: '猫' } })
  await show(element)
  fireEvent.change(screen.getByLabelText(ADVANCED.order), { target: { value: 'most_reviewed' } })
  expect(onSearch).toHaveBeenLastCalledWith({ q: '猫', order: 'most_reviewed' })
  expect(screen.getByRole('option', { name: ORDER_NAMES.shortest })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: ADVANCED.clear }))
  expect(onSearch).toHaveBeenLastCalledWith({})
})

test('pages keep what is asked', async () => {
  await show(screenOf(found(10, 'server', 34), { query: { q: '猫', order: 'longest' } }).element)
  const address = new URL(
    screen.getByRole('link', { name: COPY.page(2) }).getAttribute('href') ?? '',
    'http://localhost',
  )
  expect(address.pathname).toBe('/premium/advanced-search')
  expect(address.searchParams.get('order')).toContain('longest')
  expect(address.searchParams.get('page')).toBe('2')
})

test('says that the device answered, and how old that is', async () => {
  await show(screenOf(found(3, 'device'), { online: false }).element)
  expect(screen.getByText(ADVANCED.fromDevice, { exact: false }).textContent).toContain('3分前')
})

test('that finds nothing says where it looked', async () => {
  const { change } = await show(screenOf(found(0)).element)
  expect(screen.getByText(ADVANCED.nothingBody)).toBeDefined()
  change(screenOf(found(0, 'device'), { online: false }).element)
  await screen.findByText(ADVANCED.nothingOffline)
})

test('waits in the shape of its results', async () => {
  await show(screenOf({ status: 'loading' }).element)
  expect(screen.getByText('読み込み中...')).toBeDefined()
})

test('that fails says so and tries again', async () => {
  const retry = vi.fn()
  await show(screenOf({ status: 'error', code: 'server' }, { retry }).element)
  expect(screen.getByText(failureCopy('server').title)).toBeDefined()
  fireEvent.click(screen.getByText(COPY.retry))
  expect(retry).toHaveBeenCalledOnce()
})

test('a search by words leads on to one by conditions, and takes the words along', async () => {
  await show(<AdvancedSearchLink query="猫" />)
  const address = new URL(screen.getByRole('link').getAttribute('href') ?? '', 'http://localhost')
  expect([address.pathname, address.searchParams.get('q')]).toEqual(['/premium/advanced-search', '猫'])
})
