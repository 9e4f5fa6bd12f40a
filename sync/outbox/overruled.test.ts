import { describe, expect, test } from 'vitest'
import type { FavoriteDocument } from '../collections/favorites.ts'
import type { MessageDocument } from '../collections/messages.ts'
import type { RatingDocument, RatingTimes } from '../collections/ratings.ts'
import { COLLECTION_NAMES } from '../collections/registry.ts'
import type { RelationDocument } from '../collections/relations.ts'
import type { SettingDocument } from '../collections/settings.ts'
import { stillLost } from './conflicts.ts'
import { judge, type Overruled } from './overruled.ts'

const synced = { row_version: 1, sync_epoch: '1.1', recent_key: '' }

describe('of a rating', () => {
  const rating = (edited_at: RatingTimes, facts: Partial<RatingDocument> = {}): RatingDocument => ({
    ...synced,
    id: 'anna|v',
    user_id: 'anna',
    video_id: 'v',
    overall: 3,
    comment: '',
    is_deleted: false,
    edited_at,
    ...facts,
  })
  const base = rating({ overall: 1, comment: 1, is_deleted: 1, clarity: 1 }, { clarity: 2 })
  const lost = (mine: RatingDocument, theirs: RatingDocument, before: RatingDocument | undefined = base) =>
    judge('ratings', mine, theirs, before)
      .filter((outcome) => outcome.lost)
      .map(({ field, mine: ours, theirs: others }) => [field, ours, others])
  const stands = (mine: RatingDocument, theirs: RatingDocument) =>
    judge('ratings', mine, theirs, base)
      .filter((outcome) => !outcome.lost)
      .map(({ field }) => field)

  test('a score, an axis and a comment edited here lose to other values', () => {
    const times = { ...base.edited_at, overall: 5, clarity: 5, comment: 5 }
    const mine = rating(times, { overall: 5, clarity: 4, comment: '朝' })
    const theirs = rating(
      { ...times, overall: 6, clarity: 6, comment: 6 },
      { overall: 4.5, clarity: 1, comment: '夜' },
    )
    expect(lost(mine, theirs)).toEqual([
      ['overall', 5, 4.5],
      ['clarity', 4, 1],
      ['comment', '朝', '夜'],
    ])
  })

  test('what was not edited here loses nothing, however different', () => {
    const mine = rating({ ...base.edited_at, overall: 5 }, { overall: 5, clarity: 2 })
    const theirs = rating({ ...base.edited_at, overall: 5, clarity: 9 }, { overall: 5, clarity: 4 })
    expect(lost(mine, theirs)).toEqual([])
    expect(stands(mine, theirs)).toEqual(['is_deleted', 'overall'])
  })

  test('an equal value is no conflict, also with another time', () => {
    const mine = rating({ ...base.edited_at, overall: 5 }, { overall: 5 })
    expect(lost(mine, rating({ ...base.edited_at, overall: 9 }, { overall: 5 }))).toEqual([])
    expect(lost(mine, rating({ ...base.edited_at, overall: 2 }, { overall: 5 }))).toEqual([])
  })

  test('a deletion elsewhere takes everything that was said here', () => {
    const mine = rating(
      { ...base.edited_at, overall: 5, comment: 5 },
      { overall: 5, comment: '朝', clarity: 2 },
    )
    const theirs = rating({ ...mine.edited_at, is_deleted: 3 }, { is_deleted: true, overall: 5 })
    expect(lost(mine, theirs)).toEqual([['is_deleted', { overall: 5, clarity: 2, comment: '朝' }, true]])
  })

  test('a deletion here loses to a rating given later', () => {
    const mine = rating({ ...base.edited_at, is_deleted: 5 }, { is_deleted: true })
    expect(lost(mine, rating({ ...base.edited_at, is_deleted: 6 }))).toEqual([['is_deleted', true, false]])
  })

  test('two first ratings: what was left out was not said', () => {
    const mine = rating({ overall: 5, comment: 5, is_deleted: 5 }, { overall: 5 })
    const theirs = rating(
      { overall: 6, comment: 6, is_deleted: 6, quality: 6 },
      { comment: '夜', quality: 1 },
    )
    expect(judge('ratings', mine, theirs, undefined).filter((one) => one.lost)).toEqual([
      { field: 'overall', mine: 5, theirs: 3, lost: true },
    ])
  })

  test('an emptied comment is something that was said', () => {
    const before = rating(base.edited_at, { comment: '昔' })
    const mine = rating({ ...base.edited_at, comment: 5 }, { comment: '' })
    expect(lost(mine, rating({ ...base.edited_at, comment: 6 }, { comment: '夜' }), before)).toEqual([
      ['comment', '', '夜'],
    ])
  })
})

describe('of a favourite', () => {
  const favorite = (edited_at: number, is_favorite: boolean): FavoriteDocument => ({
    ...synced,
    id: 'anna|v',
    user_id: 'anna',
    video_id: 'v',
    is_favorite,
    edited_at,
  })
  test('the intent loses to another one', () =>
    expect(judge('favorites', favorite(5, true), favorite(6, false), favorite(1, false))).toEqual([
      { field: 'is_favorite', mine: true, theirs: false, lost: true },
    ]))
  test('the same intent is no conflict, nor is a time that the server clamped', () => {
    expect(judge('favorites', favorite(9, true), favorite(5, true), undefined)[0]?.lost).toBe(false)
  })
  test('what was not edited here is not judged', () =>
    expect(judge('favorites', favorite(5, true), favorite(6, false), favorite(5, true))).toEqual([]))
})

describe('of a setting', () => {
  const setting = (edited_at: number, value: SettingDocument['value']): SettingDocument => ({
    row_version: 1,
    sync_epoch: '1.1',
    id: 'anna|theme',
    user_id: 'anna',
    name: 'theme',
    value,
    edited_at,
  })
  test('the value loses to another one', () =>
    expect(judge('settings', setting(5, { a: 1 }), setting(6, { a: 2 }), undefined)).toEqual([
      { field: 'value', mine: { a: 1 }, theirs: { a: 2 }, lost: true },
    ]))
  test('the order of keys makes no other value', () =>
    expect(
      judge('settings', setting(5, { a: 1, b: 2 }), setting(6, { b: 2, a: 1 }), undefined)[0]?.lost,
    ).toBe(false))
})

describe('of a relation', () => {
  const relation = (blocked_edited_at: number, is_blocked: boolean): RelationDocument => ({
    ...synced,
    id: 'anna|ben',
    user_id: 'anna',
    other_id: 'ben',
    other_username: 'ben',
    is_blocked,
    blocked_edited_at,
  })
  test('the block loses to its end', () =>
    expect(judge('relations', relation(5, true), relation(6, false), relation(1, false))).toEqual([
      { field: 'is_blocked', mine: true, theirs: false, lost: true },
    ]))
  test('what was not edited here is not judged', () =>
    expect(judge('relations', relation(5, true), relation(6, false), relation(5, true))).toEqual([]))
})

describe('of a message', () => {
  const message = (body: string, is_deleted = false): MessageDocument => ({
    ...synced,
    id: 'm',
    conversation_id: 'c',
    sender_id: 'anna',
    body,
    seq: 0,
    is_deleted,
    sent_at: 1,
    edited_at: 1,
  })
  const lost = (mine: MessageDocument, theirs: MessageDocument) =>
    judge('messages', mine, theirs, undefined).flatMap((one) => (one.lost ? [one.field] : []))
  test('what had left already cannot be changed or taken back', () => {
    expect(lost(message('新'), message('旧'))).toEqual(['body'])
    expect(lost(message('', true), message('旧'))).toEqual(['is_deleted'])
    expect(lost(message('', true), message('', true))).toEqual([])
  })
  test('what arrives as it was written loses nothing', () =>
    expect(lost(message('旧'), message('旧'))).toEqual([]))
})

test('of all other collections nothing is ever lost', () => {
  const silent = COLLECTION_NAMES.filter(
    (name) => !['ratings', 'favorites', 'settings', 'relations', 'messages'].includes(name),
  )
  for (const name of silent) {
    expect(judge(name, { id: 'a', ...synced }, { id: 'b', ...synced, row_version: 2 }, undefined)).toEqual([])
  }
})

describe('what is still lost', () => {
  const record: Overruled = { collection: 'ratings', id: 'a', field: 'overall', mine: 5, theirs: 4.5, at: 1 }
  const document = (overall: number, row_version = 2) => ({ id: 'a', row_version, sync_epoch: '', overall })
  test.each([
    ['as long as the other value stands', document(4.5), [record]],
    ['with what stands there by now', document(2), [{ ...record, theirs: 2 }]],
    ['not when the own value stands again', document(5), []],
    ['not while an edit of now is on its way', document(3, 0), []],
    ['also while an edit of something else is on its way', document(4.5, 0), [record]],
    ['not when the rating is gone', { ...document(4.5), is_deleted: true }, []],
    ['not when the document is gone', undefined, []],
  ])('%s', (_, now, told) => expect(stillLost(record, now)).toEqual(told))
  test('of two possible values the other one is no news', () => {
    const flag: Overruled = { ...record, field: 'is_favorite', mine: true, theirs: false }
    const now = { ...document(1), is_favorite: true }
    expect(stillLost(flag, now)).toEqual([])
  })
})
