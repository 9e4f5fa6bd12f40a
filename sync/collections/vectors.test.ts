import { describe, expect, test } from 'vitest'
import type { CollectionDefinition, SyncedDocument } from './definition.ts'
import { favorites } from './favorites.ts'
import { history } from './history.ts'
import { notificationReads } from './notification-reads.ts'
import { ratings } from './ratings.ts'
import { relations } from './relations.ts'
import { settings } from './settings.ts'
import favoriteVectors from './vectors/favorites.json' with { type: 'json' }
import historyVectors from './vectors/history.json' with { type: 'json' }
import readVectors from './vectors/notification-reads.json' with { type: 'json' }
import ratingVectors from './vectors/ratings.json' with { type: 'json' }
import relationVectors from './vectors/relations.json' with { type: 'json' }
import settingVectors from './vectors/settings.json' with { type: 'json' }

type Vector = { name: string; mine: object; theirs: object; joined: object }

const USER = '018f0000-0000-7000-8000-00000000000a'
const VIDEO = '018f0000-0000-7000-8000-0000000000e1'
const identity = { user_id: USER, row_version: 0 }
const pair = { ...identity, id: `${USER}|${VIDEO}`, video_id: VIDEO }

const cases: [string, unknown, Vector[], object][] = [
  ['favorites', favorites, favoriteVectors, pair],
  ['ratings', ratings, ratingVectors, { ...identity, id: `${USER}|abcdefghijk`, video_id: 'abcdefghijk' }],
  ['history', history, historyVectors, pair],
  ['settings', settings, settingVectors, { ...identity, id: `${USER}|theme`, name: 'theme' }],
  ['relations', relations, relationVectors, { ...identity, id: `${USER}|${VIDEO}`, other_id: VIDEO }],
  ['notification_reads', notificationReads, readVectors, { ...identity, id: VIDEO }],
]

describe.each(cases)('the join of %s', (_name, anyDefinition, vectors, key) => {
  // Each case only meets its own documents
  const definition = anyDefinition as CollectionDefinition<SyncedDocument>
  const state = (row: object): SyncedDocument => {
    const document = definition.parse({ ...key, ...row })
    if (document === undefined) throw new Error('a vector cannot be read')
    return document
  }

  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_title, vector) => {
    const [mine, theirs, joined] = [state(vector.mine), state(vector.theirs), state(vector.joined)]
    expect(definition.merge(mine, theirs)).toEqual(joined)
    expect(definition.merge(theirs, mine)).toEqual(joined)
  })
})
