// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { MatchOffer } from '#domain/matching.ts'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import { avatarBase } from '#ui/avatar-base.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY, REASONS } from './copy.ts'
import { ProfileCard } from './profile-card.tsx'

const NOTHING_IN_COMMON: MatchOffer = {
  score: 0,
  common_favorites: 0,
  common_ratings: 0,
  score_pairs: 0,
  score_distance: 0,
  common_genres: [],
  common_interests: [],
  common_videos_count: 0,
  common_friends: 0,
  phone_verified: false,
  viewing_trends: {},
}
const other_id = 'ffffffff-ffff-4fff-8fff-fffffffffff1'
const saved = { row_version: 1, sync_epoch: '1.1' }
const UNKNOWN: Omit<RelatedPerson, 'profile'> = {
  ...saved,
  id: `me|${other_id}`,
  user_id: 'me',
  other_id,
  other_username: '',
  is_blocked: false,
  blocked_edited_at: 0,
  sync: 'saved',
}

type Facts = Partial<Omit<RelatedPerson, 'offer' | 'profile'>> & {
  offer?: Partial<MatchOffer>
  profile?: Partial<RelatedPerson['profile']>
}
const somebody = ({ offer, profile, ...facts }: Facts): RelatedPerson => ({
  ...UNKNOWN,
  ...facts,
  ...(offer && { offer: { ...NOTHING_IN_COMMON, ...offer } }),
  profile: { ...saved, id: other_id, username: 'さくら', is_premium: false, ...profile },
})

async function showCard(facts: Facts, props: Partial<Parameters<typeof ProfileCard>[0]> = {}) {
  await show(<ProfileCard person={somebody(facts)} {...props} />)
  return within(screen.getByRole('article'))
}
const showDetails = (facts: Facts) => showCard(facts, { detailed: true })

afterEach(() => avatarBase.set(null))

describe('a card', () => {
  test.each([
    ['the name shown', { display_name: 'さくらん', username: 'sakura' }, 'さくらん'],
    ['else the username', { display_name: '', username: 'sakura' }, 'sakura'],
    ['else 名前なし', { username: '' }, '名前なし'],
  ])('is headed by %s, which leads to the profile', async (_, profile, name) => {
    const card = await showCard({ profile })
    expect(card.getByRole('heading', { level: 2, name })).toBeDefined()
    expect(card.getByRole('link', { name }).getAttribute('href')).toBe(`/profile/${other_id}`)
    expect(card.getByText(Array.from(name.toUpperCase())[0] ?? '')).toBeDefined()
  })

  test('below other headings has one of their level', async () => {
    const card = await showCard({}, { level: 3 })
    expect(card.getByRole('heading', { level: 3, name: 'さくら' })).toBeDefined()
  })

  test('shows the picture', async () => {
    avatarBase.set('https://api.example')
    const avatar_url = `/storage/v1/object/public/avatars/${other_id}/a.webp`
    await showCard({ profile: { avatar_url } })
    expect(document.querySelector('img')?.src).toBe(`https://api.example${avatar_url}`)
  })

  test.each([
    ['both', { age: 31, location: '東京都' }, '31歳・東京都'],
    ['the age alone', { age: 31 }, '31歳'],
    ['the place alone', { location: '東京都' }, '東京都'],
  ])('tells age and place: %s', async (_, offer, text) => {
    const card = await showCard({ offer })
    expect(card.getByText(text)).toBeDefined()
  })

  test.each([{}, { offer: {} }, { offer: { location: '' } }])(
    'has no line for age and place that nobody told: %j',
    async (facts) => {
      const card = await showCard(facts)
      expect(card.getByRole('heading').parentElement?.childElementCount).toBe(1)
    },
  )

  test.each([
    ['as the server counted', { offer: { score: 41 } }, '41%'],
    ['0 without an offer', {}, '0%'],
  ])('tells how well both match: %s', async (_, facts, percent) => {
    const card = await showCard(facts)
    expect(card.getByText(percent).parentElement?.textContent).toBe(`${percent}マッチ度`)
  })

  test.each([
    ['that they like the person', 5, 1],
    ['nothing of likes where there is none', undefined, 0],
  ])('says %s', async (_, likes_me_at, times) => {
    const card = await showCard(likes_me_at === undefined ? {} : { likes_me_at })
    expect(card.queryAllByText('あなたにいいねしています')).toHaveLength(times)
  })

  test('holds the choice that it is given, and how far that has come', async () => {
    const card = await showCard({ sync: 'sending' }, { actions: <button type="button">選ぶ</button> })
    expect(card.getByRole('button', { name: '選ぶ' })).toBeDefined()
    expect(screen.getByRole('article').dataset['sync']).toBe('sending')
  })

  test('tells why both match with the points of each reason, the weightiest first', async () => {
    const card = await showCard({
      offer: {
        common_favorites: 2,
        common_ratings: 1,
        score_pairs: 2,
        score_distance: 2,
        common_genres: ['gaming', 'music', 'film', 'travel'],
        common_interests: ['anime'],
      },
    })
    const reasons = within(card.getByRole('list', { name: COPY.reasons })).getAllByRole('listitem')
    expect(reasons.map((reason) => reason.textContent)).toEqual([
      `${REASONS.genres}15/15`,
      `${REASONS.favorites}10/25`,
      `${REASONS.agreement}5/30`,
      `${REASONS.interests}5/15`,
      `${REASONS.ratings}3/15`,
    ])
  })

  test('without reasons has no list of them', async () => {
    const card = await showCard({ offer: {} })
    expect(card.queryByRole('list')).toBeNull()
  })

  test('that is short keeps to itself what the detailed one tells', async () => {
    const card = await showCard({
      offer: { viewing_trends: { gaming: 50 }, common_videos_count: 3 },
      profile: {
        bio: '旅の話が好きです。',
        is_premium: true,
        channel_url: 'https://www.youtube.com/@sakura',
      },
    })
    expect(card.queryByText('旅の話が好きです。')).toBeNull()
    expect(card.queryByText(COPY.trends)).toBeNull()
    expect(card.queryByText(COPY.commonVideos(3))).toBeNull()
    expect(card.queryByText(COPY.premiumBenefit)).toBeNull()
    expect(card.queryByRole('link', { name: COPY.channel })).toBeNull()
  })
})

describe('the detailed card', () => {
  test('tells what they write about themselves, its lines kept', async () => {
    const card = await showDetails({ profile: { bio: '一行目\n二行目' } })
    const bio = card.getByText(/一行目/)
    expect(bio.textContent).toBe('一行目\n二行目')
    expect(bio.className).toContain('whitespace-pre-wrap')
  })

  test.each([
    ['both', { common_videos_count: 1_200, common_friends: 4 }, '共通の動画 1,200本・共通の友達 4人'],
    ['the videos alone', { common_videos_count: 1 }, '共通の動画 1本'],
    ['the friends alone', { common_friends: 1 }, '共通の友達 1人'],
  ])('counts what is common: %s', async (_, offer, text) => {
    const card = await showDetails({ offer })
    expect(card.getByText(text)).toBeDefined()
  })

  test('does not count what is not common', async () => {
    const card = await showDetails({ offer: {} })
    expect(card.queryByText(/共通の/)).toBeNull()
  })

  test('names common interests and genres, and no other interests then', async () => {
    const card = await showDetails({
      offer: { common_interests: ['film', 'travel'], common_genres: ['gaming', 'nonsense', 'music'] },
      profile: { interests: ['film', 'travel', 'cooking'] },
    })
    expect(card.getByText('共通の興味').nextSibling?.textContent).toBe('映画、旅行')
    expect(card.getByText('よく見るジャンルが同じ').nextSibling?.textContent).toBe('ゲーム、音楽')
    expect(card.queryByText('興味')).toBeNull()
    expect(card.queryByText(/料理/)).toBeNull()
  })

  test.each([
    ['none is common', { offer: { common_interests: [] } }],
    ['this build knows none of the common ones', { offer: { common_interests: ['nonsense'] } }],
    ['nothing was offered', {}],
  ])('names their interests where %s', async (_, facts) => {
    const card = await showDetails({ ...facts, profile: { interests: ['cooking', 'nonsense', 'anime'] } })
    expect(card.getByText('興味').nextSibling?.textContent).toBe('料理、アニメ')
    expect(card.queryByText('共通の興味')).toBeNull()
  })

  test.each([
    ['https://www.youtube.com/@sakura', true],
    ['http://example.com/sakura', true],
    ['javascript:alert(1)', false],
    ['data:text/html,hello', false],
    ['//example.com', false],
    ['', false],
    [undefined, false],
  ])('leads to the channel %s: %s', async (channel_url, leads) => {
    const card = await showDetails({ profile: channel_url === undefined ? {} : { channel_url } })
    const link = card.queryByRole('link', { name: COPY.channel })
    expect(link?.getAttribute('href')).toBe(leads ? channel_url : undefined)
    if (leads) expect(link?.getAttribute('rel')).toContain('noreferrer')
    if (leads) expect(link?.getAttribute('target')).toBe('_blank')
  })

  test.each([
    ['a premium member', { gender: 'male', phone_verified: false }, true, COPY.premiumBenefit],
    ['a premium member first', { gender: 'female', phone_verified: true }, true, COPY.premiumBenefit],
    ['a verified woman', { gender: 'female', phone_verified: true }, false, COPY.verifiedBenefit],
  ])('notes the benefit of %s', async (_, offer, is_premium, note) => {
    const card = await showDetails({ offer, profile: { is_premium } })
    expect(card.getAllByText(/会員です/).map((found) => found.textContent)).toEqual([note])
    expect(note).toContain('特典: 接続リクエストの送信')
    // Of them, not of what the reader may do
    expect(note).not.toContain('送れます')
  })

  test.each([
    ['a woman without a phone', { gender: 'female', phone_verified: false }],
    ['a man with one', { gender: 'male', phone_verified: true }],
    ['somebody whose gender is not told', { phone_verified: true }],
  ])('notes no benefit of %s', async (_, offer) => {
    const card = await showDetails({ offer })
    expect(card.queryByText(/会員です/)).toBeNull()
  })
})

describe('the viewing trends', () => {
  test('are bars within 0 and 100 percent, the longest first, of genres that this build knows', async () => {
    const card = await showDetails({
      offer: { viewing_trends: { film: -20, music: 42.5, nonsense: 60, gaming: 140, travel: 0 } },
    })
    const bars = within(card.getByText('視聴傾向').parentElement ?? document.body).getAllByRole('listitem')
    expect(
      bars.map((bar) => [bar.textContent, bar.querySelectorAll('rect')[1]?.getAttribute('width')]),
    ).toEqual([
      ['ゲーム100%', '100'],
      ['音楽42.5%', '42.5'],
      ['映画0%', '0'],
      ['旅行0%', '0'],
    ])
  })

  test.each([{}, { nonsense: 60 }])('of %j are not spoken of', async (viewing_trends) => {
    const card = await showDetails({ offer: { viewing_trends } })
    expect(card.queryByText('視聴傾向')).toBeNull()
  })
})
