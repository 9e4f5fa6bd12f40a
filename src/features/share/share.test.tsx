// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Catalogue, Loaded, Video } from '#domain/catalogue.ts'
import { aCatalogue, aVideo, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { keepLink, keptLinks } from './kept-links.ts'
import { ShareScreen } from './share-screen.tsx'

const ID = 'dQw4w9WgXcQ'
const LINK = `https://youtu.be/${ID}`
const open = vi.fn()
const onKept = vi.fn()
const nothing = { title: '', text: '', url: '' }

beforeEach(() => {
  open.mockClear()
  onKept.mockClear()
})
afterEach(() => localStorage.clear())

/** A catalogue of which each video is told by the test. */
function told(first: Loaded<Video>) {
  const tellers = new Set<(next: Loaded<Video>) => void>()
  const live = {
    subscribe: (next: (value: Loaded<Video>) => void) => {
      tellers.add(next)
      next(first)
      return { unsubscribe: () => void tellers.delete(next) }
    },
  }
  const tell = (next: Loaded<Video>): void => act(() => tellers.forEach((teller) => teller(next)))
  return { catalogue: aCatalogue({ byId: () => live }), tell }
}
const OFFLINE: Loaded<Video> = { status: 'error', code: 'offline' }
const UNKNOWN: Loaded<Video> = { status: 'error', code: 'not_found' }
const here = (facts: Partial<Video> = {}): Loaded<Video> => ({
  status: 'ready',
  value: aVideo(1, { youtube_id: ID, ...facts }),
  asOf: null,
  source: 'server',
})
const share = (catalogue: Catalogue, shared: Partial<typeof nothing>) => (
  <ShareScreen catalogue={catalogue} shared={{ ...nothing, ...shared }} open={open} onKept={onKept} />
)

test('the video of a link opens, and nothing is kept of it', async () => {
  const { catalogue } = told(here())
  await show(share(catalogue, { text: `見て ${LINK}` }))
  expect(open).toHaveBeenCalledExactlyOnceWith(ID)
  expect(keptLinks.read()).toEqual([])
})

test('what cannot be opened is kept and opens by itself once it can be', async () => {
  const { catalogue, tell } = told(OFFLINE)
  await show(share(catalogue, { url: LINK, title: '旅の動画' }))
  expect(screen.getByText(/リンクをこの端末に残しました/).textContent).toContain('接続がない')
  expect(keptLinks.read()).toEqual([{ youtubeId: ID, title: '旅の動画' }])
  expect(onKept).toHaveBeenCalledOnce()
  expect(open).not.toHaveBeenCalled()
  tell(here())
  expect(open).toHaveBeenCalledExactlyOnceWith(ID)
  expect(keptLinks.read()).toEqual([])
})

test('a kept link can be opened when it is there, and taken away', async () => {
  keepLink({ youtubeId: 'AAAAAAAAAAA', title: '古い' })
  keepLink({ youtubeId: ID, title: '' })
  const { catalogue, tell } = told(UNKNOWN)
  await show(share(catalogue, {}))
  const [first] = screen.getAllByRole('listitem')
  if (!first) throw new Error('nothing is listed')
  expect(first.textContent).toContain('まだミルトモにありません')
  expect(
    within(first)
      .getByRole('link', { name: /YouTubeで見る/ })
      .getAttribute('href'),
  ).toContain(ID)
  fireEvent.click(screen.getByRole('button', { name: COPY.removeLabel('古い') }))
  expect(keptLinks.read()).toEqual([{ youtubeId: ID, title: '' }])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: COPY.removeLabel(COPY.untitled) }))
  tell(here({ title: '山の動画' }))
  fireEvent.click(screen.getByRole('link', { name: COPY.openLabel('山の動画') }))
  expect(keptLinks.read()).toEqual([])
})

test('one that is taken away does not open any more', async () => {
  const { catalogue, tell } = told(OFFLINE)
  await show(share(catalogue, { url: LINK }))
  fireEvent.click(screen.getByRole('button', { name: COPY.removeLabel(COPY.untitled) }))
  tell(here())
  expect(open).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { name: COPY.empty })).toBeTruthy()
})

test('a text without a link is answered with a sentence and a way on', async () => {
  await show(share(aCatalogue(), { title: '猫の動画', text: 'おすすめ' }))
  expect(screen.getByText(COPY.noLink).closest('[role="alert"]')).toBeTruthy()
  expect(screen.getByRole('link', { name: COPY.search }).getAttribute('href')).toContain('q=')
  expect(keptLinks.read()).toEqual([])
})

test('a browser that keeps nothing says so', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  await show(share(told(OFFLINE).catalogue, { url: LINK }))
  expect(screen.getByText(/この端末には残せない/)).toBeTruthy()
  expect(onKept).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('what lies in the storage is believed only when it is what was kept', () => {
  for (const text of ['{', '{}', '[{"youtubeId":"javascript:alert(1)","title":""}]', '[1]', 'null']) {
    localStorage.setItem('mirutomo-kept-links', text)
    expect(keptLinks.read(), text).toEqual([])
  }
  for (let n = 0; n < 25; n++)
    keepLink({ youtubeId: `id-${String(n).padStart(8, '0')}`, title: '題'.repeat(300) })
  expect(keptLinks.read()).toHaveLength(20)
  expect(keptLinks.read()[0]?.title).toHaveLength(200)
})
