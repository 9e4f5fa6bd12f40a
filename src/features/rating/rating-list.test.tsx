// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Loaded, PersonRating } from '#domain/catalogue.ts'
import { rateVideo } from '#sync/collections/rating-edits.ts'
import type { Store } from '#sync/store.ts'
import { aCatalogue, aVideo, holdVideos, openTestStore, show, told } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { RatingList } from './rating-list.tsx'
import { ReviewsScreen } from './reviews-screen.tsx'

const video = aVideo(1)
const rating = (number: number, facts: Partial<PersonRating> = {}): PersonRating => ({
  id: `rating ${number}`,
  overall: 4,
  comment: `感想${number}`,
  created_at: '2026-01-01T00:00:00Z',
  person: { id: `person ${number}`, username: `人${number}`, avatar_url: null },
  ...facts,
})
const ready = (value: PersonRating[]): Loaded<PersonRating[]> => ({
  status: 'ready',
  value,
  asOf: 0,
  source: 'server',
})
function list(
  answer: Loaded<PersonRating[]>,
  { store = null as Store | null, online = true, retry = () => {} } = {},
) {
  const live = told(answer)
  return (
    <RatingList
      catalogue={aCatalogue({ ratingsOf: () => live, retry })}
      store={store}
      video={video}
      online={online}
    />
  )
}
const items = () => screen.queryAllByRole('article').map(({ textContent }) => textContent ?? '')

describe('what people say', () => {
  test('comes in the order given, with their scores', async () => {
    await show(list(ready([rating(1, { clarity: 4.5 }), rating(2, { person: null })])))
    expect(items()[0]).toMatch(/人1.*わかりやすさ4.5.*感想1/)
    expect(items()[1]).toMatch(new RegExp(COPY.nobody))
    expect(screen.getByText(COPY.count(2, 0))).toBeDefined()
  })

  test('has one’s own on top, from the device, and not twice', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 2, comment: 'わたしの感想' })
    const own = rating(9, { person: { id: store.userId, username: '自分', avatar_url: null } })
    await show(list(ready([rating(1), own]), { store }))
    await waitFor(() => expect(items()).toHaveLength(2))
    expect(items()[0]).toMatch(/あなた.*端末に保存.*わたしの感想/)
    expect(items()[1]).toMatch(/人1/)
    expect(screen.getByText(COPY.count(2, 0))).toBeDefined()
  })

  test('invites nobody who has just said something', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 2 })
    await show(list(ready([]), { store }))
    await waitFor(() => expect(items()).toHaveLength(1))
    expect(screen.queryByText(COPY.listEmptyBody)).toBeNull()
  })

  test('offline says so, and still shows one’s own', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 2, comment: 'わたしの感想' })
    await show(list({ status: 'error', code: 'offline' }, { store, online: false }))
    expect(screen.getByText(COPY.listOffline)).toBeDefined()
    await waitFor(() => expect(items()).toHaveLength(1))
  })

  test('that could not be read can be asked for again', async () => {
    const retry = vi.fn()
    await show(list({ status: 'error', code: 'server' }, { retry }))
    fireEvent.click(screen.getByText(COPY.tryAgain))
    expect(retry).toHaveBeenCalledOnce()
  })

  test('counts the ratings with words, and beside them those without', async () => {
    await show(list(ready([rating(1), rating(2, { comment: '' }), rating(3, { comment: ' ' })])))
    expect(screen.getByText('1件（ほかに評価のみ2件）')).toBeDefined()
    expect(items()).toHaveLength(3)
  })

  test('comes in portions', async () => {
    await show(list(ready(Array.from({ length: 45 }, (_, index) => rating(index)))))
    expect(items()).toHaveLength(20)
    fireEvent.click(screen.getByText(COPY.more(20)))
    fireEvent.click(screen.getByText(COPY.more(5)))
    expect(items()).toHaveLength(45)
  })

  test('is folded when long', async () => {
    await show(list(ready([rating(1, { comment: 'あ'.repeat(10_000) })])))
    const more = screen.getByText(COPY.readMore)
    expect(more.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(more)
    expect(screen.getByText(COPY.readLess).getAttribute('aria-expanded')).toBe('true')
  })

  test('is invited when nobody has said anything', async () => {
    await show(list(ready([])))
    expect(screen.getByText(COPY.listEmptyBody)).toBeDefined()
  })
})

describe('one’s own reviews', () => {
  const reviews = (store: Store | null) => (
    <ReviewsScreen
      store={store}
      missing="動画がない"
      renderVideo={(shown, { badge }) => (
        <article>
          {shown.title}
          {badge}
        </article>
      )}
    />
  )

  test('are listed with their scores, comment, state and the way to change them', async () => {
    const store = await openTestStore()
    await holdVideos(store, [video])
    await rateVideo(store, video.youtube_id, { axes: { quality: 4.5 }, comment: 'わたしの感想' })
    await show(reviews(store))
    expect(await screen.findByText('わたしの感想')).toBeDefined()
    await waitFor(() => expect(items()[0]).toMatch(/動画1端末に保存/))
    expect(screen.getByLabelText(COPY.editTitle('動画1')).getAttribute('href')).toBe(
      `/video/${video.youtube_id}#rating`,
    )
    expect(screen.getByText(COPY.count(1, 0))).toBeDefined()
  })

  test('lead on when there are none, which is known once the first round is over', async () => {
    const store = await openTestStore()
    await show(reviews(store))
    store.engine.move('connection_lost')
    expect(await screen.findByText('まだ端末に届いていません')).toBeDefined()
    expect(screen.queryByText(COPY.myReviewsEmpty)).toBeNull()
    store.engine.synced(1)
    expect(await screen.findByText(COPY.myReviewsEmpty)).toBeDefined()
  })
})
