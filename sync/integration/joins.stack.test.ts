import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { CollectionDefinition, SyncedDocument } from '../collections/definition.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import favoriteVectors from '../collections/vectors/favorites.json' with { type: 'json' }
import historyVectors from '../collections/vectors/history.json' with { type: 'json' }
import readVectors from '../collections/vectors/notification-reads.json' with { type: 'json' }
import ratingVectors from '../collections/vectors/ratings.json' with { type: 'json' }
import relationVectors from '../collections/vectors/relations.json' with { type: 'json' }
import settingVectors from '../collections/vectors/settings.json' with { type: 'json' }
import { openWorld, type Person, type World } from './world.ts'

type Vector = { name: string; mine: object; theirs: object; joined: object }

const Answer = v.object({
  answers: v.record(
    v.string(),
    v.array(v.object({ result: v.string(), row: v.record(v.string(), v.unknown()) })),
  ),
})

let world: World
let anna: Person
beforeEach(async () => {
  world = openWorld()
  anna = await world.person('anna')
})

/** The columns that name the row of this vector. */
async function keyOf(name: CollectionName): Promise<Record<string, string>> {
  const [video] = await world.videos(1)
  if (video === undefined) throw new Error('the seed has no videos')
  const own = { user_id: anna.userId }
  if (name === 'ratings')
    return { ...own, id: `${anna.userId}|${video.youtube_id}`, video_id: video.youtube_id }
  if (name === 'settings') return { ...own, id: `${anna.userId}|theme`, name: 'theme' }
  if (name === 'relations') {
    const ben = await world.person('ben')
    return { ...own, id: `${anna.userId}|${ben.userId}`, other_id: ben.userId }
  }
  if (name === 'notification_reads') {
    const [row] = await world.asService('notifications', {
      user_id: anna.userId,
      type: 'system',
      title: 't',
      message: 'm',
    })
    return { ...own, id: String(row?.['id']) }
  }
  return { ...own, id: `${anna.userId}|${video.id}`, video_id: video.id }
}

async function push(name: CollectionName, row: object): Promise<Record<string, unknown>> {
  const answer = v.parse(Answer, await world.rpc(anna, 'sync_push', { batches: { [name]: [row] } }))
  return answer.answers[name]?.[0]?.row ?? {}
}

const cases: [CollectionName, Vector[]][] = [
  ['favorites', favoriteVectors],
  ['ratings', ratingVectors],
  ['history', historyVectors],
  ['settings', settingVectors],
  ['relations', relationVectors],
  ['notification_reads', readVectors],
]

describe.each(cases)('the server joins %s as the device does:', (name, vectors) => {
  // Each case only meets its own documents
  const definition = COLLECTIONS[name] as unknown as CollectionDefinition<SyncedDocument>
  /** What the rule is about, without versions and what the server adds. */
  const said = (row: object): unknown => {
    const document = definition.parse({ ...row, row_version: 0 })
    return document && definition.toRow(document, anna.userId)
  }

  test.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s',
    async (_title, { mine, theirs, joined }) => {
      for (const [first, second] of [
        [mine, theirs],
        [theirs, mine],
      ]) {
        anna = await world.person('anna')
        const key = await keyOf(name)
        await push(name, { ...key, ...first })
        const row = await push(name, { ...key, ...second })
        expect(said(row)).toEqual(said({ ...key, ...joined }))
        const repeated = await push(name, { ...key, ...first })
        expect(repeated['row_version']).toBe(row['row_version'])
      }
    },
  )
})
