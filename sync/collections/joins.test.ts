import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeConversation, type ConversationDocument } from './conversations.ts'
import type { SyncedDocument } from './definition.ts'
import { type FavoriteDocument, mergeFavorite } from './favorites.ts'
import { mergeView, type ViewDocument } from './history.ts'
import { compareTexts } from '../schema/compare-values.ts'
import { newerRow } from './join.ts'
import { messageKey, NOWHERE_KEY, recentKey, recentKeyOf } from './keys.ts'
import { mergeMessage, type MessageDocument } from './messages.ts'
import { mergeNotificationRead, type NotificationReadDocument } from './notification-reads.ts'
import { mergeRating, RATING_FIELDS, type RatingDocument } from './ratings.ts'
import { mergeRelation, type RelationDocument } from './relations.ts'
import { mergeSetting, type SettingDocument } from './settings.ts'

const USER = 'anna'
const version = fc.integer({ min: 0, max: 4 })
const time = fc.integer({ min: 1, max: 4 })
const synced = { row_version: version, sync_epoch: fc.constantFrom('', '1.1', '2.1', '10.1') }
const iso = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')

const favorite: fc.Arbitrary<FavoriteDocument> = fc
  .record({ ...synced, is_favorite: fc.boolean(), edited_at: time, before: fc.integer({ min: 0, max: 2 }) })
  .map(({ before, ...doc }) => ({
    ...doc,
    ...(before > 0 && { added_at: doc.edited_at - before }),
    id: 'f',
    user_id: USER,
    video_id: 'v',
    recent_key: recentKey(doc.edited_at - before),
  }))

const score = fc.option(fc.constantFrom(1, 2.5, 5), { nil: undefined })
const rating: fc.Arbitrary<RatingDocument> = fc
  .record({
    ...synced,
    overall: fc.constantFrom(1, 3.5, 5),
    clarity: score,
    quality: score,
    comment: fc.constantFrom('', 'よい', '"', '😀'),
    is_deleted: fc.boolean(),
    edited_at: fc.dictionary(fc.constantFrom(...RATING_FIELDS), time),
  })
  .map(({ clarity, quality, ...doc }) => ({
    ...doc,
    ...(clarity === undefined ? {} : { clarity }),
    ...(quality === undefined ? {} : { quality }),
    id: 'r',
    user_id: USER,
    video_id: 'abcdefghijk',
    recent_key: recentKey(Math.max(0, ...Object.values(doc.edited_at))),
  }))

const view: fc.Arbitrary<ViewDocument> = fc
  .record({ ...synced, viewed_at: iso, is_deleted: fc.boolean(), edited_at: time })
  .map((doc) => ({ ...doc, id: 'h', user_id: USER, video_id: 'v', recent_key: recentKeyOf(doc.viewed_at) }))

const setting: fc.Arbitrary<SettingDocument> = fc
  .record({
    ...synced,
    value: fc.constantFrom<SettingDocument['value']>('a', 'b', { on: true }, { b: 1, aa: 2 }),
    edited_at: time,
  })
  .map((doc) => ({ ...doc, id: 's', user_id: USER, name: 'n' }))

const relation: fc.Arbitrary<RelationDocument> = fc
  .record({
    ...synced,
    is_blocked: fc.boolean(),
    blocked_edited_at: time,
    liking: fc.constantFrom('none', 'like', 'skip'),
    liking_edited_at: fc.integer({ min: 0, max: 3 }),
    connection_answer: fc.constantFrom('none', 'accept', 'reject'),
    answered_at: fc.integer({ min: 0, max: 3 }),
    report_reason: fc.constantFrom('', 'spam', 'minor'),
    report_body: fc.constantFrom('', 'あ', '𝒳', '～'),
    reported_at: fc.integer({ min: 0, max: 3 }),
    other_username: fc.constantFrom('', 'ben', 'さくら'),
    likes_me_at: fc.integer({ min: 1, max: 2 }),
    server_version: version,
  })
  .map((doc) => ({ ...doc, id: 'r', user_id: USER, other_id: 'ben' }))

const read: fc.Arbitrary<NotificationReadDocument> = fc
  .record({
    ...synced,
    is_read: fc.boolean(),
    read_edited_at: time,
    is_deleted: fc.boolean(),
    deleted_edited_at: time,
  })
  .map((doc) => ({ ...doc, id: 'n', user_id: USER }))

const message: fc.Arbitrary<MessageDocument> = fc
  .record({
    ...synced,
    body: fc.constantFrom('x', 'y'),
    sent_at: time,
    edited_at: time,
    seq: fc.integer({ min: 0, max: 3 }),
    is_deleted: fc.boolean(),
  })
  .map((doc) => ({
    ...doc,
    id: 'abc',
    conversation_id: 'c',
    sender_id: USER,
    body: doc.is_deleted ? '' : doc.body,
    edited_at: doc.is_deleted || doc.seq > 0 ? doc.sent_at : doc.edited_at,
    recent_key: doc.is_deleted && doc.seq === 0 ? NOWHERE_KEY : messageKey(doc.seq, 'abc'),
  }))

const count = fc.integer({ min: 0, max: 3 })
const conversation: fc.Arbitrary<ConversationDocument> = fc
  .record({
    ...synced,
    user1_read_seq: count,
    user2_read_seq: count,
    user1_unread_count: count,
    user2_unread_count: count,
    my_read_seq: count,
    is_active: fc.boolean(),
    server_version: version,
  })
  .map((doc) => ({
    ...doc,
    id: 'c',
    user1_id: USER,
    user2_id: 'ben',
    recent_key: recentKey(doc.server_version),
  }))

const row = fc.record({ ...synced, value: count }).map((doc) => ({ ...doc, id: 'p' }))

type Join = {
  arbitrary: fc.Arbitrary<SyncedDocument>
  merge: (a: SyncedDocument, b: SyncedDocument) => SyncedDocument
}
const join = <Doc extends SyncedDocument>(
  arbitrary: fc.Arbitrary<Doc>,
  merge: (a: Doc, b: Doc) => Doc,
): Join => ({ arbitrary, merge }) as unknown as Join

describe.each([
  ['favorites', join(favorite, mergeFavorite)],
  ['ratings', join(rating, mergeRating)],
  ['history', join(view, mergeView)],
  ['settings', join(setting, mergeSetting)],
  ['relations', join(relation, mergeRelation)],
  ['notification reads', join(read, mergeNotificationRead)],
  ['messages', join(message, mergeMessage)],
  ['conversations', join(conversation, mergeConversation)],
  ['rows that the server alone writes', join(row, newerRow)],
])('the join of %s', (_name, { arbitrary, merge }) => {
  test('does not depend on who joins whom', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        expect(merge(a, b)).toEqual(merge(b, a))
      }),
    )
  })

  test('does not depend on the order of joining', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, arbitrary, (a, b, c) => {
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
      }),
      { numRuns: 500 },
    )
  })

  test('changes nothing when repeated', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        const joined = merge(a, b)
        expect(merge(joined, a)).toEqual(joined)
        expect(merge(joined, joined)).toEqual(joined)
      }),
    )
  })

  test('converges whatever order and repetition the states come in', () => {
    const deliveries = fc.array(arbitrary, { minLength: 1, maxLength: 5 }).chain((states) =>
      fc.tuple(
        fc.constant(states),
        fc.shuffledSubarray([...states, ...states], {
          minLength: states.length * 2,
          maxLength: states.length * 2,
        }),
      ),
    )
    fc.assert(
      fc.property(deliveries, ([states, delivered]) => {
        const all = (list: SyncedDocument[]): SyncedDocument =>
          list.reduce((joined, state) => merge(joined, state))
        expect(all(delivered)).toEqual(all(states))
      }),
    )
  })
})

describe('a joined document', () => {
  test('counts as saved only when a saved state says exactly the same', () => {
    const base = { id: 'f', user_id: USER, video_id: 'v', sync_epoch: '1.1', recent_key: recentKey(1) }
    const saved: FavoriteDocument = { ...base, is_favorite: true, edited_at: 1, row_version: 7 }
    const later: FavoriteDocument = { ...base, is_favorite: false, edited_at: 2, row_version: 0 }
    expect(mergeFavorite(saved, later).row_version).toBe(0)
    expect(mergeFavorite(saved, { ...saved, row_version: 0 }).row_version).toBe(7)
  })
})

test('texts are compared by code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')
      expect(Math.sign(compareTexts(a, b))).toBe(Math.sign(Buffer.compare(bytes(a), bytes(b))))
    }),
  )
})
