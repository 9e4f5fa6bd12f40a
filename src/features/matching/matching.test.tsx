// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type RelationDocument, relationId } from '#sync/collections/relations.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { IncomingLikesScreen } from './incoming-likes-screen.tsx'
import { LikedPeopleScreen } from './liked-people-screen.tsx'
import { MatchHistoryScreen } from './match-history-screen.tsx'
import { MatchingScreen } from './matching-screen.tsx'
import { MatchingSettingsScreen } from './matching-settings-screen.tsx'

const personId = (number: number): string => `ffffffff-ffff-4fff-8fff-fffffffffff${number}`
/** Not the toasts, which are a list too. */
const listed = () => screen.getAllByRole('listitem').filter((item) => item.dataset['sync'] !== undefined)
const told = () => Promise.resolve({ ok: true as const, perDay: 3 })

const OFFER = {
  score: 41,
  age: 31,
  location: '東京都',
  common_favorites: 2,
  common_ratings: 1,
  score_pairs: 2,
  score_distance: 2,
  common_genres: ['gaming'],
  common_interests: [],
  common_videos_count: 3,
  common_friends: 1,
  phone_verified: false,
  viewing_trends: { gaming: 140, music: 20, nonsense: 30 },
}

/** Somebody whom the server has told of. */
async function meet(
  store: Store,
  number: number,
  username: string,
  relation: Partial<RelationDocument>,
  profile: Record<string, unknown> = {},
): Promise<void> {
  const other_id = personId(number)
  await store.collections.profiles.insert({
    id: other_id,
    username,
    is_premium: false,
    row_version: 1,
    sync_epoch: '1.1',
    ...profile,
  })
  await store.collections.relations.insert({
    id: relationId(store.userId, other_id),
    user_id: store.userId,
    other_id,
    other_username: '',
    is_blocked: false,
    blocked_edited_at: 0,
    row_version: 1,
    sync_epoch: '1.1',
    ...relation,
  })
}
const offered = (score: number) => ({ offered_on: '2026-11-22', offer: { ...OFFER, score } })

const likingOf = async (store: Store, number: number) =>
  (await store.collections.relations.findOne(relationId(store.userId, personId(number))).exec())?.toJSON()
    .liking

type Ask = Parameters<typeof MatchingScreen>[0]['askForCandidates']

async function showDeck(store: Store, ask: Ask = told, online = true) {
  await show(
    <MatchingScreen
      store={store}
      online={online}
      as="deck"
      askForCandidates={ask}
      renderOther={() => null}
    />,
  )
}
const shown = (name: string) => screen.findByRole('heading', { level: 2, name })

describe('the deck', () => {
  test('waits for what others ask, which stands above it and would move it', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(20))
    const deck = (areRequestsKnown: boolean) => (
      <MatchingScreen
        store={store}
        online
        as="deck"
        askForCandidates={told}
        renderOther={() => null}
        areRequestsKnown={areRequestsKnown}
      />
    )
    const { change } = await show(deck(false))
    expect(await screen.findByText(new RegExp(COPY.perDay(3)))).toBeDefined()
    expect(screen.getByText(COPY.looking)).toBeDefined()
    expect(screen.queryByRole('heading', { level: 2, name: 'けんと' })).toBeNull()
    act(() => change(deck(true)))
    await shown('けんと')
  })

  test('shows whom the server offered last, not who did not come again', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'きのうの人', { ...offered(90), offered_on: '2026-11-21' })
    await meet(store, 2, 'きょうの人', offered(10))
    await showDeck(store)
    await shown('きょうの人')
    expect(screen.getByText(COPY.remaining(1))).toBeDefined()
  })

  test('shows the best first, with all that both have in common, and clamps what cannot be', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(20))
    await meet(store, 2, 'さくら', offered(41), {
      bio: 'ゲーム実況が好きです。',
      interests: ['film', 'travel'],
      channel_url: 'https://www.youtube.com/@sakura',
      is_premium: true,
    })
    await showDeck(store)
    await shown('さくら')
    const card = within(screen.getByRole('article'))
    for (const text of [
      '31歳・東京都',
      '41%',
      'ゲーム実況が好きです。',
      `${COPY.commonVideos(3)}・${COPY.commonFriends(1)}`,
      '映画、旅行',
      '100%',
      COPY.premiumBenefit,
    ])
      expect(card.getByText(text)).toBeDefined()
    expect(card.queryByText('140%')).toBeNull()
    expect(card.getByRole('link', { name: 'さくら' }).getAttribute('href')).toBe(`/profile/${personId(2)}`)
    expect(card.getByRole('link', { name: COPY.channel }).getAttribute('href')).toBe(
      'https://www.youtube.com/@sakura',
    )
    expect(screen.getByText(COPY.remaining(2))).toBeDefined()
    expect(await screen.findByText(new RegExp(COPY.perDay(3)))).toBeDefined()
  })

  test('is decided by buttons and arrow keys, keeps the focus, and takes back', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(20))
    await meet(store, 2, 'さくら', offered(41))
    await meet(store, 3, 'ゆい', offered(10))
    await showDeck(store)
    const like = await screen.findByLabelText(COPY.likeNamed('さくら'))
    like.focus()
    fireEvent.click(like)
    await shown('けんと')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(COPY.likeNamed('けんと'))))
    expect(await likingOf(store, 2)).toBe('like')
    fireEvent.keyDown(like, { key: 'ArrowLeft' })
    await shown('ゆい')
    expect(await likingOf(store, 1)).toBe('skip')
    fireEvent.click((await screen.findAllByText('元に戻す')).at(-1) ?? like)
    await shown('けんと')
    expect(await likingOf(store, 1)).toBe('none')
    fireEvent.keyDown(screen.getByLabelText(COPY.skipNamed('けんと')), { key: 'ArrowRight' })
    await waitFor(async () => expect(await likingOf(store, 1)).toBe('like'))
  })

  test('is pushed aside, but not by a little', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(20))
    await showDeck(store)
    await shown('けんと')
    const card = screen.getByRole('article')
    const push = (byPx: number) => {
      fireEvent.pointerDown(card, { pointerId: 1, button: 0, clientX: 200 })
      fireEvent.pointerUp(card, { pointerId: 1, button: 0, clientX: 200 + byPx })
    }
    push(40)
    expect(await likingOf(store, 1)).toBeUndefined()
    push(-120)
    await waitFor(async () => expect(await likingOf(store, 1)).toBe('skip'))
    await screen.findByText(COPY.skipped('けんと'))
    expect(screen.queryByText(COPY.liked('けんと'))).toBeNull()
  })

  test('says when the device cannot store the choice, and keeps the person', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(20))
    refuseToStore(store, 'relations')
    await showDeck(store)
    fireEvent.click(await screen.findByLabelText(COPY.likeNamed('けんと')))
    expect(await screen.findAllByText(COPY.notStored)).not.toEqual([])
    await shown('けんと')
  })

  test('without a connection chooses among those who have come, and says so', async () => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(20))
    await showDeck(store, () => Promise.resolve({ ok: false, code: 'offline' }), false)
    expect(await screen.findByText(COPY.offline)).toBeDefined()
    await shown('けんと')
  })

  test('is empty: says why and leads on', async () => {
    await showDeck(await openTestStore())
    expect(await screen.findByText(COPY.empty)).toBeDefined()
    expect(screen.getByRole('link', { name: COPY.rate })).toBeDefined()
  })

  test('asks again when the server failed', async () => {
    const ask = vi
      .fn<Ask>()
      .mockResolvedValueOnce({ ok: false, code: 'failed' })
      .mockResolvedValue({ ok: true, perDay: 3 })
    const store = await openTestStore()
    await show(
      <MatchingScreen store={store} online as="deck" askForCandidates={ask} renderOther={() => null} />,
    )
    const notice = (await screen.findByText(COPY.failed)).closest('div')
    fireEvent.click(within(notice ?? document.body).getByText(COPY.retry))
    await waitFor(() => expect(screen.queryByText(COPY.failed)).toBeNull())
  })

  test('sends who has told no birth date to where it is told, and offers nothing that cannot help', async () => {
    const store = await openTestStore()
    await showDeck(store, () => Promise.resolve({ ok: false, code: 'adult_required' }))
    expect(await screen.findByText(new RegExp(COPY.adult))).toBeDefined()
    expect(screen.getByRole('link', { name: COPY.toProfile }).getAttribute('href')).toBe(
      '/profile?edit=birth_date',
    )
    expect(screen.queryByText(COPY.empty)).toBeNull()
    expect(screen.queryByText(COPY.retry)).toBeNull()
  })

  test('a person without a name has one to be called by', async () => {
    const store = await openTestStore()
    await meet(store, 1, '', { ...offered(5), likes_me_at: 3 })
    await showDeck(store)
    await shown(COPY.noName)
    expect(screen.getByText(COPY.likesYou)).toBeDefined()
  })
})

test('the list of today shows everybody in detail, each with a choice', async () => {
  const store = await openTestStore()
  await meet(store, 1, 'けんと', offered(20))
  await meet(store, 2, 'さくら', offered(41))
  await show(
    <MatchingScreen store={store} online as="list" askForCandidates={told} renderOther={() => null} />,
  )
  const like = await screen.findByLabelText(COPY.likeNamed('さくら'))
  expect(screen.getAllByRole('article')).toHaveLength(2)
  like.focus()
  fireEvent.click(like)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(COPY.likeNamed('けんと'))))
})

test.each(['list', 'deck'] as const)(
  'premium sees beside each candidate how they stand to each other, and the way to the other view (%s)',
  async (as) => {
    const store = await openTestStore()
    await meet(store, 1, 'けんと', offered(80))
    await meet(store, 2, 'さくら', offered(90))
    await show(
      <MatchingScreen
        store={store}
        online
        as={as}
        isPremium
        askForCandidates={told}
        renderOther={(look) => <a href="/other" {...look} />}
        renderConnection={(id) => <p>接続{id.slice(-1)}</p>}
      />,
    )
    await shown('さくら')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(COPY.premiumTitle)
    expect(screen.getAllByText(/^接続/).map(({ textContent }) => textContent)).toEqual(
      as === 'list' ? ['接続2', '接続1'] : ['接続2'],
    )
    expect(screen.getByText(as === 'list' ? COPY.toDeck : COPY.toList).getAttribute('href')).toBe('/other')
  },
)

test('who likes the person stands with the answer, and asks the server what it tells of them', async () => {
  const store = await openTestStore()
  await meet(store, 1, 'けんと', { likes_me_at: 5 })
  await meet(store, 2, 'さくら', { likes_me_at: 9, offer: { ...OFFER, score: 33 } })
  const ask = vi.fn(() => Promise.resolve())
  await show(<IncomingLikesScreen store={store} tellLikes={ask} />)
  await waitFor(() => expect(listed()).toHaveLength(2))
  expect(ask).toHaveBeenCalled()
  expect(listed()[0]?.textContent).toContain('さくら')
  expect(screen.getByText('マッチ度 33%')).toBeDefined()
  fireEvent.click(screen.getByLabelText(COPY.likeNamed('さくら')))
  await waitFor(async () => expect(await likingOf(store, 2)).toBe('like'))
  expect(await screen.findByText(COPY.liked('さくら'))).toBeDefined()
})

test('whom the person likes stands with how far it has come, and can be taken back', async () => {
  const store = await openTestStore()
  await meet(store, 1, 'けんと', { liking: 'like', liking_edited_at: 5, matched_at: 7 })
  await meet(store, 2, 'さくら', { liking: 'like', liking_edited_at: 9, row_version: 0 })
  await show(<LikedPeopleScreen store={store} />)
  await waitFor(() => expect(listed()).toHaveLength(2))
  expect(listed().map((item) => item.dataset['sync'])).toEqual(['local', 'saved'])
  expect(screen.getByText(COPY.matched)).toBeDefined()
  fireEvent.click(screen.getByLabelText(COPY.takeBackNamed('さくら')))
  await waitFor(() => expect(listed()).toHaveLength(1))
  expect(await likingOf(store, 2)).toBe('none')
})

test.each([
  ['the matches', MatchHistoryScreen],
  ['whom one likes', LikedPeopleScreen],
])('a match leads to its conversation, among %s', async (_, Shown) => {
  const store = await openTestStore()
  await meet(store, 1, 'けんと', { liking: 'like', liking_edited_at: 5, matched_at: 7 })
  const [user1_id, user2_id] = [store.userId, personId(1)]
  await store.collections.conversations.insert({
    id: '018f0000-0000-7000-8000-0000000000c1',
    user1_id,
    user2_id,
    is_active: true,
    user1_unread_count: 0,
    user2_unread_count: 0,
    user1_read_seq: 0,
    user2_read_seq: 0,
    my_read_seq: 0,
    server_version: 1,
    recent_key: '1',
    row_version: 1,
    sync_epoch: '1.1',
  })
  await show(<Shown store={store} />)
  const link = await screen.findByRole('link', { name: COPY.messageNamed('けんと') })
  expect(link.getAttribute('href')).toBe('/messages/018f0000-0000-7000-8000-0000000000c1')
})

describe('whom the person looks for', () => {
  const filterIn = async (store: Store) =>
    (await store.collections.settings.findOne(`${store.userId}|matching-filter`).exec())?.toJSON().value

  test('is stored on the device first', async () => {
    const store = await openTestStore()
    await show(<MatchingSettingsScreen store={store} isPremium />)
    fireEvent.change(await screen.findByLabelText(COPY.gender), { target: { value: 'female' } })
    fireEvent.change(screen.getByLabelText(COPY.ageFrom), { target: { value: '２０' } })
    fireEvent.change(screen.getByLabelText(COPY.area), { target: { value: ' 東京都 ' } })
    fireEvent.click(screen.getByText(COPY.save))
    await waitFor(async () =>
      expect(await filterIn(store)).toEqual({ gender: 'female', age_from: 20, area: '東京都' }),
    )
    expect(await screen.findByText('端末に保存')).toBeDefined()
  })

  test.each([
    ['12', '', COPY.ageRange],
    ['二十', '', COPY.ageRange],
    ['40', '30', COPY.ageOrder],
  ])('from %s to %s is refused with what was typed kept', async (from, to, sentence) => {
    const store = await openTestStore()
    await show(<MatchingSettingsScreen store={store} isPremium />)
    fireEvent.change(await screen.findByLabelText(COPY.ageFrom), { target: { value: from } })
    fireEvent.change(screen.getByLabelText(COPY.ageTo), { target: { value: to } })
    fireEvent.click(screen.getByText(COPY.save))
    expect(await screen.findByText(sentence)).toBeDefined()
    expect(screen.getByDisplayValue(from)).toBeDefined()
    expect(await filterIn(store)).toBeUndefined()
  })

  test('is only the gender without premium, and says so', async () => {
    const store = await openTestStore()
    await show(<MatchingSettingsScreen store={store} isPremium={false} />)
    expect(await screen.findByText(COPY.premiumOnly)).toBeDefined()
    expect(screen.getByLabelText(COPY.area).matches(':disabled')).toBe(true)
    expect(screen.getByLabelText(COPY.gender).matches(':disabled')).toBe(false)
  })
})
