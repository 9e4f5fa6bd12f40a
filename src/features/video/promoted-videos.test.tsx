// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Promotion } from '#domain/catalogue.ts'
import { aCatalogue, aVideo, show, told } from '../../../tests/support/screen.tsx'
import { PromotedVideos } from './promoted-videos.tsx'

const HOUR_MS = 60 * 60 * 1000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const aPromotion = (number: number, facts: Partial<Promotion> = {}): Promotion => ({
  id: String(number),
  name: `枠${number}`,
  type: 'home',
  advertiser: '南の島クッキング',
  ends_at: inHours(24),
  booking_id: `booking ${number}`,
  video: aVideo(number),
  ...facts,
})

const onEvent = vi.fn()
function places(promotions: Promotion[], isPremium = false) {
  const live = told({ status: 'ready', value: promotions, asOf: 0, source: 'server' } as const)
  return (
    <PromotedVideos
      catalogue={aCatalogue({ promoted: () => live })}
      type="home"
      isPremium={isPremium}
      renderVideo={(video) => (
        <article>
          <a href={`/video/${video.youtube_id}`} onClick={(event) => event.preventDefault()}>
            {video.title}
          </a>
          <button type="button">ハート</button>
        </article>
      )}
      onEvent={onEvent}
    />
  )
}

/** Stands in for the browser's, which jsdom has not: tells how much of an element is in view. */
const watched = new Map<Element, (ratio: number) => void>()
class FakeObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds: number[] = []
  #told: IntersectionObserverCallback
  #elements: Element[] = []
  constructor(callback: IntersectionObserverCallback) {
    this.#told = callback
  }
  observe(target: Element): void {
    this.#elements.push(target)
    const box = target.getBoundingClientRect()
    watched.set(target, (intersectionRatio) =>
      this.#told(
        [
          {
            target,
            intersectionRatio,
            isIntersecting: intersectionRatio > 0,
            boundingClientRect: box,
            intersectionRect: box,
            rootBounds: null,
            time: 0,
          },
        ],
        this,
      ),
    )
  }
  disconnect(): void {
    for (const element of this.#elements) watched.delete(element)
  }
  unobserve(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

/** As much of the advertisement comes into view. */
const inView = (ratio: number): void => watched.get(screen.getByRole('complementary'))?.(ratio)
function hideTab(hidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  onEvent.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an advertisement says that it is one, whose and until when', async () => {
  await show(places([aPromotion(1, { ends_at: '2096-03-31T15:00:00Z' })]))
  const place = within(screen.getByRole('complementary', { name: /^広告: 南の島クッキング「/ }))
  expect(place.getByText('広告')).toBeDefined()
  expect(place.getByText('南の島クッキング 提供')).toBeDefined()
  expect(place.getByText('2096年3月31日まで掲載')).toBeDefined()
})

test('nothing takes room while there is none', async () => {
  await show(places([]))
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('free people see all places of a page, premium members the first', async () => {
  const { change } = await show(places([aPromotion(1), aPromotion(2)]))
  expect(screen.getAllByRole('complementary')).toHaveLength(2)
  change(places([aPromotion(1), aPromotion(2)], true))
  await vi.waitFor(() => expect(screen.getAllByRole('complementary')).toHaveLength(1))
  expect(screen.getByText('動画1')).toBeDefined()
})

test('what has ended is not shown, however long an answer was kept', async () => {
  await show(places([aPromotion(1, { ends_at: inHours(-1) }), aPromotion(2), aPromotion(3, { ends_at: '' })]))
  expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual(['動画2ハート'])
})

test('half in view for a second is seen, once', async () => {
  await show(places([aPromotion(1)]))
  vi.useFakeTimers()
  inView(0.5)
  vi.advanceTimersByTime(999)
  expect(onEvent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEvent.mock.calls).toEqual([['impression', 'booking 1']])
  expect(watched.size).toBe(0)
})

test.each([
  ['less than half of it', () => inView(0.49)],
  [
    'half of it for less than a second, however often',
    () => {
      for (let times = 0; times < 5; times++) {
        inView(0.8)
        vi.advanceTimersByTime(900)
        inView(0.1)
      }
    },
  ],
  [
    'all of it in a tab that nobody looks at',
    () => {
      inView(1)
      vi.advanceTimersByTime(500)
      hideTab(true)
    },
  ],
])('%s is not seen', async (_, happens) => {
  await show(places([aPromotion(1)]))
  vi.useFakeTimers()
  happens()
  vi.advanceTimersByTime(10_000)
  expect(onEvent).not.toHaveBeenCalled()
})

test('who comes back to the tab sees it after a second there', async () => {
  await show(places([aPromotion(1)]))
  vi.useFakeTimers()
  hideTab(true)
  inView(1)
  vi.advanceTimersByTime(5_000)
  hideTab(false)
  vi.advanceTimersByTime(1_000)
  expect(onEvent).toHaveBeenCalledOnce()
})

test('opening it is a click; pressing something beside it is not', async () => {
  await show(places([aPromotion(1)]))
  fireEvent.click(screen.getByRole('button', { name: 'ハート' }))
  expect(onEvent).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('link'))
  fireEvent(screen.getByRole('link'), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  expect(onEvent.mock.calls).toEqual([
    ['click', 'booking 1'],
    ['click', 'booking 1'],
  ])
})

test('what nobody booked tells nothing', async () => {
  await show(places([aPromotion(1, { booking_id: null })]))
  fireEvent.click(screen.getByRole('link'))
  expect(watched.size).toBe(0)
  expect(onEvent).not.toHaveBeenCalled()
})
