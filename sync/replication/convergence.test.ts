import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AXES } from '#domain/rating.ts'
import type { Device } from '../testing/device.ts'
import type { Fault } from '../testing/fake-server.ts'
import {
  ANNA,
  BEN,
  CONVERSATION,
  openScene,
  type Scene,
  videoId,
  withConversation,
} from '../testing/scene.ts'

const YOUTUBE = ['aaaaaaaaaaa', 'bbbbbbbbbbb'] as const
const NOTIFICATIONS = [videoId(901), videoId(902)] as const

type Act = (device: Device) => Promise<unknown>
type Step = { device: number; act: Act; text: string }

const act = <Args extends unknown[]>(
  name: string,
  args: fc.Arbitrary<Args>,
  run: (device: Device, ...args: Args) => Promise<unknown>,
): fc.Arbitrary<{ act: Act; text: string }> =>
  args.map((values) => ({
    act: (device) => run(device, ...values),
    text: `${name} ${JSON.stringify(values)}`,
  }))

const video = fc.constantFrom(videoId(1), videoId(2))
const fault = fc.constantFrom<Fault>('reply_lost', 'offline', { status: 500 }, 'html', {
  status: 429,
  retryAfter: '0',
})

/** What people do, and what happens to their connection. */
const anAct = fc.oneof(
  act('favorite', fc.tuple(video), ({ engine, store }, id) => engine.favoriteVideo(store, id)),
  act('unfavorite', fc.tuple(video), ({ engine, store }, id) => engine.unfavoriteVideo(store, id)),
  act(
    'rate',
    fc.tuple(fc.constantFrom(...YOUTUBE), fc.constantFrom(...AXES), fc.constantFrom(1, 2.5, 5)),
    ({ engine, store }, id, axis, score) =>
      engine.rateVideo(store, id, { overall: score, axes: { [axis]: score } }),
  ),
  act(
    'comment',
    fc.tuple(fc.constantFrom(...YOUTUBE), fc.constantFrom('よい', '普通')),
    ({ engine, store }, id, comment) => engine.rateVideo(store, id, { overall: 3, comment }),
  ),
  act('unrate', fc.tuple(fc.constantFrom(...YOUTUBE)), ({ engine, store }, id) =>
    engine.deleteRating(store, id),
  ),
  act('view', fc.tuple(video), ({ engine, store }, id) => engine.recordView(store, id)),
  act('set', fc.tuple(fc.constantFrom('dark', 'light')), ({ engine, store }, value) =>
    engine.changeSetting(store, 'theme', value),
  ),
  act('send', fc.tuple(fc.constant('word')), ({ engine, store }, word) =>
    engine.sendMessage(store, CONVERSATION, word),
  ),
  act('read', fc.tuple(fc.constantFrom(...NOTIFICATIONS)), ({ engine, store }, id) =>
    engine.markNotificationRead(store, id),
  ),
  act('delete', fc.tuple(fc.constantFrom(...NOTIFICATIONS)), ({ engine, store }, id) =>
    engine.deleteNotification(store, id),
  ),
  act('read all', fc.tuple(), ({ engine, store }) => engine.markConversationRead(store, CONVERSATION)),
  act('poke', fc.tuple(), async ({ poke$ }) => poke$.next(['favorites', 'ratings', 'messages'])),
  act('fault', fc.tuple(fault), async ({ link }, next) => link.faults.push(next)),
  act('lose', fc.tuple(), async ({ link }) => {
    link.online = false
  }),
  act('return', fc.tuple(), async ({ link, connectivity$ }) => {
    link.online = true
    connectivity$.next(true)
  }),
)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ device: fc.nat(2), step: anAct }).map(({ device, step }) => ({ device, ...step })),
  { minLength: 10, maxLength: 40 },
)

/** What the server lets a person see of a collection, and what a device shows of it, in the same form. */
const COMPARED = [
  'favorites',
  'ratings',
  'history',
  'settings',
  'messages',
  'conversations',
  'notifications',
] as const

async function replica(device: Device): Promise<Record<string, string[]>> {
  const parts = await Promise.all(
    COMPARED.map(async (name): Promise<[string, string[]]> => {
      const found = await device.store.database.collections[name].find().exec()
      return [
        name,
        found.map((doc) => `${doc.primary} ${doc.get('row_version')}`).toSorted((a, b) => (a < b ? -1 : 1)),
      ]
    }),
  )
  return Object.fromEntries(parts)
}

function shownByServer(scene: Scene, userId: string): Record<string, string[]> {
  const isSeen = (row: Record<string, unknown>): boolean =>
    [row['user_id'], row['user1_id'], row['user2_id'], row['sender_id'], row['recipient_id']].includes(userId)
  const entries = COMPARED.map((name): [string, string[]] => {
    const rows = scene.server.rows(name).filter(isSeen)
    return [name, rows.map((row) => `${row.id} ${row.row_version}`).toSorted((a, b) => (a < b ? -1 : 1))]
  })
  return Object.fromEntries(entries)
}

test(
  'three devices of two people end where the server is, whatever happened on the way',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const scene = openScene()
        withConversation(scene)
        for (const id of NOTIFICATIONS) {
          scene.server.write('notifications', {
            id,
            user_id: ANNA,
            type: 'system',
            title: 't',
            created_at: '2026-01-01T00:00:00Z',
          })
        }
        const devices = [
          await scene.device({ userId: ANNA }),
          await scene.device({ userId: ANNA }),
          await scene.device({ userId: BEN }),
        ]
        for (const device of devices) device.replicate()
        let sent = 0
        for (const step of list) {
          const device = devices[step.device]
          if (device === undefined) continue
          if (step.text.startsWith('send')) sent++
          await step.act(device)
        }
        for (const device of devices) {
          device.link.online = true
          device.link.faults.length = 0
        }
        for (let round = 0; round < 2; round++)
          for (const device of devices) await device.replication?.syncNow()
        for (const device of devices) {
          expect(await replica(device)).toEqual(shownByServer(scene, device.store.userId))
          expect(device.store.outbox.parked().size).toBe(0)
        }
        expect(scene.server.rows('messages')).toHaveLength(sent)
        await scene.end()
      }),
      { numRuns: 10, endOnFailure: true },
    )
  },
)
