import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { COLLECTION_NAMES, COLLECTIONS } from '../collections/registry.ts'
import type { EngineStatus } from '../engine-state.ts'
import type { Device } from '../testing/device.ts'
import { ANNA, openScene, type Scene, videoId } from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

const status = (device: Device): EngineStatus => device.store.engine.status$.value

/** Two tabs of one device; the first leads. */
async function twoTabs(): Promise<[Device, Device]> {
  const first = await scene.device({ name: 'phone' })
  await first.replicate().syncNow()
  const second = await scene.device({ name: 'phone' })
  second.replicate()
  return [first, second]
}

describe('the next try', () => {
  test('is known to every tab, with why and with who named it', async () => {
    const [leader, follower] = await twoTabs()
    const before = leader.store.now()
    leader.link.faults.push({ status: 503, retryAfter: '600' })
    await leader.engine.favoriteVideo(leader.store, videoId(1))
    await vi.waitFor(() => expect(status(follower).nextTry).not.toBeNull())
    expect(status(follower)).toMatchObject({ state: 'waiting', failure: 'server', nextTry: { asked: true } })
    expect(status(follower).nextTry?.at).toBeGreaterThanOrEqual(before + 600_000 - 1_000)
    expect(status(leader)).toEqual(status(follower))
    const opened = await scene.device({ name: 'phone' })
    await vi.waitFor(() => expect(status(opened).nextTry).toEqual(status(leader).nextTry))
  })

  test('is the engine’s own after a lost connection, and gone with the next answer', async () => {
    // Long enough to be told on a busy machine, where a timer may be as late as the next
    const phone = await scene.device({ timing: { retryFirstMs: 1_000, retryMaxMs: 1_000 } })
    const seen: EngineStatus[] = []
    phone.store.engine.status$.subscribe((now) => seen.push(now))
    phone.link.faults.push('offline')
    phone.replicate()
    await vi.waitFor(() => expect(status(phone).lastSyncedAt).not.toBeNull())
    await vi.waitFor(() =>
      expect(status(phone)).toMatchObject({ state: 'idle', nextTry: null, failure: null }),
    )
    const waited = seen.find(({ nextTry }) => nextTry !== null)
    expect(waited).toMatchObject({ state: 'offline', failure: 'network', nextTry: { asked: false } })
  })

  test('is that of a row which was refused for now', async () => {
    const phone = await scene.device({ timing: { retryFirstMs: 2_000, retryMaxMs: 2_000 } })
    await phone.replicate().syncNow()
    scene.server.refuse('favorites', `${ANNA}|${videoId(1)}`, 'rate_limited')
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await vi.waitFor(() => expect(status(phone)).toMatchObject({ state: 'idle', nextTry: { asked: false } }))
    await vi.waitFor(() => expect(scene.server.rows('favorites')).toHaveLength(1), { timeout: 10_000 })
  })

  test('is not timed while the device is surely offline', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.connectivity$.next(false)
    await vi.waitFor(() => expect(status(phone).state).toBe('offline'))
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    expect(status(phone).nextTry).toBeNull()
  })

  test('is not timed without a session', async () => {
    const phone = await scene.device()
    phone.link.faults.push('unauthorized', 'unauthorized')
    phone.replicate()
    await vi.waitFor(() => expect(status(phone).state).toBe('signed_out'))
    expect(status(phone)).toMatchObject({ nextTry: null, failure: 'reauthenticate' })
  })
})

describe('when a collection was last in step', () => {
  test('is known of each, to every tab and after a restart', async () => {
    scene.server.write('notifications', {
      id: videoId(9),
      user_id: ANNA,
      type: 'like',
      title: 't',
      created_at: '2026-01-01T00:00:00Z',
    })
    const [leader, follower] = await twoTabs()
    const pulled = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].direction !== 'push')
    await vi.waitFor(() =>
      expect(Object.keys(status(follower).syncedAt).toSorted()).toEqual(pulled.toSorted()),
    )
    await leader.engine.markNotificationRead(leader.store, videoId(9))
    await vi.waitFor(() => expect(status(follower).syncedAt).toHaveProperty('notification_reads'))
    const known = status(leader).syncedAt
    await follower.close()
    await leader.close()
    const again = await scene.device({ name: 'phone' })
    expect(status(again).syncedAt).toEqual(known)
  })

  test('is not moved by a round that failed', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    await vi.waitFor(() => expect(status(phone).syncedAt).toHaveProperty('favorites'))
    const before = status(phone).syncedAt
    phone.link.online = false
    await phone.replication?.syncNow().catch(() => {})
    expect(status(phone).syncedAt).toEqual(before)
  })
})
