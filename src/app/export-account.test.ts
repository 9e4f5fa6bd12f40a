// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readExport, type AccountExport, type Importable } from '#domain/export.ts'
import type { OwnVerification } from '#domain/verification.ts'
import { blockedNow, blockPerson, unblockPerson } from '#sync/collections/blocks.ts'
import { favoriteVideo, unfavoriteVideo } from '#sync/collections/favorites.ts'
import { deleteView, recordView } from '#sync/collections/history.ts'
import { decideLiking } from '#sync/collections/likings.ts'
import { relationId } from '#sync/collections/relations.ts'
import { deleteRating, rateVideo } from '#sync/collections/rating-edits.ts'
import { changeSetting } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'
import { aVideo, holdVideos, openTestStore } from '../../tests/support/screen.tsx'
import { exportAccount } from './export-account.ts'
import { asJson } from './export-files.ts'
import { importAccount } from './import-account.ts'

const VIDEOS = [1, 2, 3].map((number) => aVideo(number))
const [first, second, third] = VIDEOS.map(({ id }) => id)

const [KENTA, YUI, LIKED] = [1, 2, 3].map((n) => `ffffffff-ffff-4fff-8fff-fffffffffff${n}`) as [
  string,
  string,
  string,
]

/** Somebody with something of everything that can be brought in again, and with what was deleted. */
async function anna(): Promise<Store> {
  const store = await openTestStore()
  await holdVideos(store, VIDEOS)
  const [a = '', b = '', c = ''] = [first, second, third]
  await rateVideo(store, 'video-00001', { overall: 4.5, axes: { clarity: 3 }, comment: '=「よい」\n"動画"' })
  await rateVideo(store, 'video-00002', { overall: 1 })
  await rateVideo(store, 'video-00003', { overall: 2 })
  await deleteRating(store, 'video-00003')
  for (const id of [a, b, c]) await favoriteVideo(store, id)
  await unfavoriteVideo(store, c)
  for (const id of [a, b, c]) await recordView(store, id)
  await deleteView(store, b)
  await changeSetting(store, 'matching-filter', { gender: 'any', ages: [20, 40] })
  for (const person of [KENTA, YUI]) await blockPerson(store, person)
  await unblockPerson(store, YUI)
  return store
}

const atOnce = () => Promise.resolve()
const facts = { email: 'anna@example.com', at: Date.UTC(2026, 10, 21), syncedAt: null, verification: null }
const free = { isPremium: false, onProgress: () => {} }
const comingBack = ({ ratings, favorites, history, settings, blocks }: AccountExport) => ({
  ratings,
  favorites,
  history,
  settings,
  blocks: blocks.map(({ person_id }) => person_id),
})
async function through(account: AccountExport): Promise<Importable> {
  const read = await readExport(await asJson(account).text(), atOnce)
  if (!read.ok) throw new Error(read.code)
  return read.value
}

test('an export brought into an empty account of somebody else gives an equal export', async () => {
  const hers = await anna()
  const before = await exportAccount(hers, facts)
  await hers.close()
  expect(
    [before.ratings, before.favorites, before.history, before.settings, before.blocks].map(
      (rows) => rows.length,
    ),
  ).toEqual([2, 2, 2, 1, 1])
  const ben = await openTestStore()
  await holdVideos(ben, VIDEOS)
  const outcome = await importAccount(ben, await through(before), free)
  expect(outcome).toEqual({
    added: { ratings: 2, favorites: 2, history: 2, settings: 1, blocks: 1 },
    leftOut: 0,
  })
  expect(comingBack(await exportAccount(ben, facts))).toEqual(comingBack(before))
  const owners = await ben.collections.ratings.find().exec()
  expect(owners.map(({ user_id, row_version }) => [user_id, row_version])).toEqual([
    [ben.userId, 0],
    [ben.userId, 0],
  ])
})

test('an older file, with ids that the server had drawn, is about the same videos', async () => {
  const ben = await openTestStore()
  const drawn = { video_id: '00000000-0000-4000-8000-000000000001', youtube_id: 'video-00001' }
  const entry = { ...drawn, title: null, channel_title: null }
  const file: Importable = {
    ratings: [],
    favorites: [{ ...entry, added_at: '2026-11-21T10:00:00.000Z' }],
    history: [{ ...entry, viewed_at: '2026-11-21T10:00:00.000Z' }],
    settings: [],
    blocks: [],
    profile: [],
  }
  await importAccount(ben, file, free)
  const after = await exportAccount(ben, facts)
  expect([after.favorites[0]?.video_id, after.history[0]?.video_id]).toEqual([aVideo(1).id, aVideo(1).id])
})

test('brought in again nothing comes twice, what is there stays, and what was deleted comes back', async () => {
  const store = await anna()
  const before = await exportAccount(store, facts)
  const file = await through(before)
  await rateVideo(store, 'video-00001', { comment: '後から' })
  await unfavoriteVideo(store, first ?? '')
  await deleteView(store, first ?? '')
  await deleteRating(store, 'video-00002')
  const outcome = await importAccount(store, file, free)
  expect(outcome.added).toEqual({ ratings: 1, favorites: 1, history: 1, settings: 0, blocks: 0 })
  const after = await exportAccount(store, facts)
  expect(after.ratings.map(({ comment }) => comment)).toEqual(['後から', ''])
  expect([after.favorites, after.history]).toEqual([before.favorites, before.history])
  expect((await importAccount(store, file, free)).added).toEqual({
    ratings: 0,
    favorites: 0,
    history: 0,
    settings: 0,
    blocks: 0,
  })
})

test('a setting that the server does not know is left out', async () => {
  const store = await openTestStore()
  const file = await through(await exportAccount(store, facts))
  file.settings = [
    { name: 'theme', value: 'dark' },
    { name: 'invented', value: 1 },
  ]
  expect((await importAccount(store, file, free)).added.settings).toBe(1)
  expect((await exportAccount(store, facts)).settings).toEqual([{ name: 'theme', value: 'dark' }])
})

test('a block comes in for those about whom nothing is decided here, and never for oneself', async () => {
  const store = await openTestStore()
  await blockPerson(store, YUI)
  await unblockPerson(store, YUI)
  await store.collections.relations.insert({
    id: relationId(store.userId, LIKED),
    user_id: store.userId,
    other_id: LIKED,
    other_username: 'ゆうき',
    is_blocked: false,
    blocked_edited_at: 0,
    likes_me_at: 1,
    row_version: 1,
    sync_epoch: '1.1',
  })
  await decideLiking(store, LIKED, 'like')
  const blocked = (person_id: string) => ({
    person_id,
    username: null,
    blocked_at: '2026-01-01T00:00:00.000Z',
  })
  const file: Importable = {
    ratings: [],
    favorites: [],
    history: [],
    settings: [],
    blocks: [KENTA, YUI, LIKED, store.userId].map(blocked),
    profile: [],
  }
  expect((await importAccount(store, file, free)).added.blocks).toBe(1)
  expect([...(await blockedNow(store))]).toEqual([KENTA])
})

test('with a connection the verification and the points are in it; without one it says that they are missing', async () => {
  const store = await anna()
  const verification: OwnVerification = {
    level: 2,
    phone: '+819012345678',
    expiry: '2027-01-01T00:00:00Z',
    points: { balance: 20, lifetime_earned: 20 },
    transactions: [
      { id: 't1', amount: 20, description: '電話番号の確認', created_at: '2026-01-01T00:00:00Z' },
    ],
    birthDate: null,
    request: null,
  }
  const whole = await exportAccount(store, { ...facts, verification })
  expect(whole).toMatchObject({
    lacks: [],
    verification: [{ verification_level: 2, phone_number: '+819012345678', points: 20 }],
    point_transactions: [{ amount: 20 }],
  })
  expect((await exportAccount(store, facts)).lacks).toEqual(['verification', 'point_transactions'])
})

test('an export from before there were blocks in it still comes in', async () => {
  const { blocks: _, profile: __, ...older } = await exportAccount(await anna(), facts)
  const read = await readExport(JSON.stringify(older), atOnce)
  expect(read).toMatchObject({ ok: true, value: { blocks: [], profile: [] } })
})

test('thousands of rows come in by batches, and a free person is left within what they may have', async () => {
  const store = await openTestStore()
  const videoId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const day = (number: number) => new Date(Date.UTC(2020, 0, 1) + number * 60_000).toISOString()
  const none = { title: null, channel_title: null, youtube_id: null }
  const rows = Array.from({ length: 3_000 }, (_, number) => number)
  const file: Importable = {
    ratings: [],
    favorites: rows.slice(0, 150).map((n) => ({ video_id: videoId(n), ...none, added_at: day(n) })),
    history: rows.map((n) => ({ video_id: videoId(n), ...none, viewed_at: day(n) })),
    settings: [],
    blocks: [],
    profile: [],
  }
  const told: number[] = []
  const outcome = await importAccount(store, file, {
    isPremium: false,
    onProgress: (done, all) => told.push(done / all),
  })
  expect(outcome).toEqual({
    added: { ratings: 0, favorites: 100, history: 3_000, settings: 0, blocks: 0 },
    leftOut: 50,
  })
  expect(told.length).toBeGreaterThan(10)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(1)
  const { favorites } = await exportAccount(store, facts)
  expect(favorites[0]?.added_at).toBe(day(50))
})

test('an export tells who it is of, with names instead of ids alone, and nothing of the engine', async () => {
  const store = await anna()
  const { profiles, messages, conversations } = store.collections
  const other = 'ffffffff-ffff-4fff-8fff-fffffffffff1'
  const saved = { row_version: 3, sync_epoch: '1.1' }
  await profiles.bulkInsert([
    { ...saved, id: store.userId, username: 'アンナ', is_premium: false, birth_date: '2000-01-01' },
    { ...saved, id: other, username: 'けんと', is_premium: false },
  ])
  await conversations.insert({
    ...saved,
    id: 'c1',
    user1_id: store.userId,
    user2_id: other,
    is_active: true,
    user1_unread_count: 0,
    user2_unread_count: 0,
    user1_read_seq: 0,
    user2_read_seq: 0,
    my_read_seq: 0,
    server_version: 3,
    recent_key: '1',
  })
  await messages.insert({
    ...saved,
    id: 'm1',
    conversation_id: 'c1',
    sender_id: other,
    body: 'やあ',
    seq: 1,
    is_deleted: false,
    sent_at: Date.UTC(2026, 0, 1),
    edited_at: 1,
    recent_key: '1',
  })
  const account = await exportAccount(store, facts)
  expect(account.profile).toMatchObject([{ username: 'アンナ', birth_date: '2000-01-01' }])
  expect(account.messages).toMatchObject([
    { body: 'やあ', sender_username: 'けんと', sent_at: '2026-01-01T00:00:00.000Z' },
  ])
  expect(account.conversations).toMatchObject([{ other_username: 'けんと' }])
  expect(JSON.stringify(account)).not.toMatch(/row_version|sync_epoch|_key"/)
})
