// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { Loaded, Page, Video } from '#domain/catalogue.ts'
import { GENRES } from '#domain/genres.ts'
import { aCatalogue, aVideo, show, told } from '../../../tests/support/screen.tsx'
import { COPY, failureCopy } from './copy.ts'
import { GenreScreen } from './genre-screen.tsx'
import { SearchScreen } from './search-screen.tsx'

const renderVideo = (video: Video) => <article>{video.title}</article>
const found = (
  count: number,
  {
    page = 1,
    total = count,
    hasMore = false,
    source = 'server',
  }: { page?: number; total?: number; hasMore?: boolean; source?: 'server' | 'device' } = {},
): Loaded<Page<Video>> => ({
  status: 'ready',
  value: {
    items: Array.from({ length: count }, (_, index) => aVideo(index)),
    page,
    total,
    hasMore,
    totalPages: Math.ceil(total / 10),
  },
  asOf: 0,
  source,
})
type Asked = {
  query?: string
  page?: number
  online?: boolean
  retry?: () => void
  promotion?: (isWaiting: boolean) => ReactNode
}
function search(
  answer: Loaded<Page<Video>>,
  { query = '猫', page = 1, online = true, retry = () => {}, promotion = () => null }: Asked = {},
) {
  const live = told(answer)
  const asked = vi.fn(() => live)
  const catalogue = aCatalogue({ search: asked, retry })
  const element = (
    <SearchScreen
      catalogue={catalogue}
      query={query}
      page={page}
      online={online}
      renderVideo={renderVideo}
      promotion={promotion}
    />
  )
  return { element, asked }
}
const genreLinks = () =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/genre/'))

describe('search', () => {
  test('without a query asks nothing and offers the genres', async () => {
    const { element, asked } = search(found(1), { query: '' })
    await show(element)
    expect(asked).not.toHaveBeenCalled()
    expect(genreLinks()).toHaveLength(GENRES.length)
  })

  test('shows a page of results, how many there are, and the way to the other pages', async () => {
    const { element, asked } = search(found(10, { page: 2, total: 34 }), { page: 2 })
    await show(element)
    expect(asked).toHaveBeenCalledWith('猫', 2)
    expect(screen.getAllByRole('article')).toHaveLength(10)
    expect(screen.getByText(COPY.range(34, 11, 20))).toBeDefined()
    const pages = within(screen.getByRole('navigation', { name: COPY.pages }))
    expect(pages.getByRole('link', { name: COPY.page(2) }).getAttribute('aria-current')).toBe('page')
    expect(pages.getByRole('link', { name: COPY.next }).getAttribute('href')).toContain('page=3')
    expect(pages.getByRole('link', { name: COPY.page(4) })).toBeDefined()
  })

  test.each([
    ['げーむ', 'ゲーム', '/genre/gaming'],
    ['ＶＴＵＢＥＲ', 'VTuber', '/genre/vtuber'],
    ['日常', 'Vlog・日常', '/genre/vlog'],
  ])('for %s leads to the genre first, found or not', async (query, name, href) => {
    for (const count of [0, 2]) {
      const { change } = await show(search(found(count), { query }).element)
      const link = screen.getByRole('link', { name: COPY.toGenre(name) })
      expect(link.getAttribute('href')).toBe(href)
      const after = count === 0 ? screen.getByText(COPY.nothing(query)) : screen.getAllByRole('article')[0]
      expect(after && link.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      change(null)
    }
  })

  test('leads to no genre for other words', async () => {
    await show(search(found(2), { query: 'グ' }).element)
    expect(screen.queryByText(COPY.toGenre('ゲーム'))).toBeNull()
  })

  test('shows what is paid for above what was found, and below nothing', async () => {
    const below = (upper: Element, lower: Element) =>
      Boolean(upper.compareDocumentPosition(lower) & Node.DOCUMENT_POSITION_FOLLOWING)
    const promotion = (isWaiting: boolean) => <p>{isWaiting ? '広告の場所' : '広告'}</p>
    const { change } = await show(search(found(1), { promotion }).element)
    expect(below(screen.getByText('広告'), screen.getByRole('article'))).toBe(true)
    change(search(found(0), { promotion }).element)
    expect(below(await screen.findByText(COPY.nothing('猫')), screen.getByText('広告'))).toBe(true)
  })

  test('keeps the place of what is paid for until it is known where it stands', async () => {
    const promotion = (isWaiting: boolean) => <p>{isWaiting ? '広告の場所' : '広告'}</p>
    await show(search({ status: 'loading' }, { promotion }).element)
    expect(screen.getByText('広告の場所')).toBeDefined()
  })

  test('says that there are more than were counted', async () => {
    const many = { total: 1_000, hasMore: true }
    const { change } = await show(search(found(10, { ...many, page: 2 }), { page: 2 }).element)
    expect(screen.getByText('1,000件以上のうち 11〜20件')).toBeDefined()
    change(search(found(0, { ...many, page: 101 }), { page: 101 }).element)
    expect(await screen.findByText('1,000件以上')).toBeDefined()
  })

  test('shows no way to other pages when there is one', async () => {
    await show(search(found(3)).element)
    expect(screen.queryByRole('navigation', { name: COPY.pages })).toBeNull()
    expect(screen.getByText(COPY.count(3))).toBeDefined()
  })

  test('says that it searched the device only', async () => {
    await show(search(found(3, { source: 'device' })).element)
    expect(screen.getByText(COPY.fromDevice)).toBeDefined()
  })

  test('that finds nothing leads on to the genres', async () => {
    await show(search(found(0)).element)
    expect(screen.getByText(COPY.nothing('猫'))).toBeDefined()
    expect(screen.getByText(COPY.nothingBody)).toBeDefined()
    expect(genreLinks()).toHaveLength(GENRES.length)
  })

  test('that finds nothing offline says where it looked', async () => {
    await show(search(found(0, { source: 'device' }), { online: false }).element)
    expect(screen.getByText(COPY.nothingOffline)).toBeDefined()
  })

  test('past the last page leads back to the first', async () => {
    await show(search(found(0, { page: 9, total: 34 }), { page: 9 }).element)
    expect(screen.getByText(COPY.pageEmpty)).toBeDefined()
    expect(screen.getByText(COPY.firstPage).getAttribute('href')).not.toContain('page')
  })

  test('waits in the shape of its results', async () => {
    await show(search({ status: 'loading' }).element)
    expect(screen.getByText('読み込み中...')).toBeDefined()
  })

  test.each(['offline', 'server'] as const)('that fails (%s) says so and tries again', async (code) => {
    const retry = vi.fn()
    await show(search({ status: 'error', code }, { retry }).element)
    expect(screen.getByText(failureCopy(code).title)).toBeDefined()
    fireEvent.click(screen.getByText(COPY.retry))
    expect(retry).toHaveBeenCalledOnce()
  })
})

describe('a genre', () => {
  const genre = (answer: Loaded<Page<Video>>) => {
    const live = told(answer)
    const catalogue = aCatalogue({ byGenre: () => live })
    return <GenreScreen catalogue={catalogue} genreId="cooking" page={1} renderVideo={renderVideo} />
  }

  test('is named in Japanese and shows its videos by pages', async () => {
    await show(genre(found(10, { total: 12 })))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('料理')
    expect(screen.getAllByRole('article')).toHaveLength(10)
    expect(screen.getByRole('link', { name: COPY.page(2) }).getAttribute('href')).toContain(
      '/genre/cooking?page=2',
    )
  })

  test('past the last page leads back to the first', async () => {
    await show(genre(found(0, { page: 9, total: 34 })))
    expect(screen.getByText(COPY.pageEmpty)).toBeDefined()
    expect(screen.getByText(COPY.count(34))).toBeDefined()
    expect(screen.getByText(COPY.firstPage).getAttribute('href')).toBe('/genre/cooking')
  })

  test('without videos leads on to the others', async () => {
    await show(genre(found(0)))
    expect(screen.getByText(COPY.genreEmpty)).toBeDefined()
    expect(genreLinks().length).toBeGreaterThan(1)
  })
})
