import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import type { Fault } from '../testing/fake-server.ts'
import { urlOf } from '../testing/requests.ts'
import {
  ANNA,
  CONVERSATION,
  openScene,
  pulls,
  pushes,
  type Scene,
  videoId,
  withConversation,
} from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

const isSaved = async (device: Device): Promise<void> =>
  vi.waitFor(async () => {
    const items = await now$(device.engine.favoriteVideos(device.store))
    expect(items.map(({ sync }) => sync)).toEqual(['saved'])
  })

const STALLED_MS = 200

describe('a request that fails', () => {
  test.each<[string, Fault]>([
    ['without a connection', 'offline'],
    ['after the server has done it', 'reply_lost'],
    ['with 500', { status: 500 }],
    ['with 503 and a wish to wait', { status: 503, retryAfter: '0' }],
    ['with 429', { status: 429, retryAfter: '0' }],
    ["with a captive portal's page", 'html'],
    ['with a body that never ends', 'stalled'],
    ['with a token that the server refuses once', 'unauthorized'],
    ['with a refusal that is not about the rows', { status: 404 }],
  ])('%s is repeated by itself, and what was written arrives once', async (_name, fault) => {
    const phone = await scene.device(fault === 'stalled' ? { answerMs: STALLED_MS } : {})
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    phone.link.faults.push(fault, fault === 'unauthorized' ? { status: 500 } : fault)
    phone.replicate()
    await isSaved(phone)
    expect(scene.server.rows('favorites')).toHaveLength(1)
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
  })

  test('leaves the order of messages as it was', async () => {
    withConversation(scene)
    const phone = await scene.device()
    phone.link.faults.push('reply_lost', { status: 500 }, 'html', 'reply_lost')
    for (let number = 0; number < 30; number++) {
      await phone.engine.sendMessage(phone.store, CONVERSATION, String(number))
      if (number === 10) phone.replicate()
    }
    await vi.waitFor(() => expect(scene.server.rows('messages')).toHaveLength(30))
    const arrived = scene.server.rows('messages').toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    expect(arrived.map((row) => row['body'])).toEqual(
      Array.from({ length: 30 }, (_, number) => String(number)),
    )
  })

  test('shows the write as on its way only while a request is out', async () => {
    const phone = await scene.device()
    const seen: string[] = []
    const watching = phone.engine.favoriteOf(phone.store, videoId(1)).subscribe((item) => {
      if (item !== undefined && item.sync !== seen.at(-1)) seen.push(item.sync)
    })
    const send = phone.link.fetch
    let isLost = false
    phone.link.fetch = (input, init) => {
      const isAnswered = isLost || !urlOf(input).endsWith('/sync_push')
      if (isAnswered) return send(input, init)
      isLost = true
      return Promise.resolve(new Response('<html>Wi-Fi</html>'))
    }
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    phone.replicate()
    await isSaved(phone)
    watching.unsubscribe()
    expect(seen).toEqual(['local', 'sending', 'local', 'sending', 'saved'])
  })

  test('tells how long the server wants to be left alone, and leaves it alone', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.link.faults.push({ status: 429, retryAfter: '3600' })
    await expect(phone.replication?.syncNow()).rejects.toMatchObject({ failure: { kind: 'busy' } })
    const requests = phone.link.requests.length
    phone.connectivity$.next(true)
    await expect(phone.replication?.syncNow()).rejects.toMatchObject({ failure: { kind: 'busy' } })
    expect(phone.link.requests.length).toBe(requests)
  })

  test('of a server that wants to be left alone is not repeated either by the tab’s next time as the leader', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.link.faults.push({ status: 429, retryAfter: '3600' })
    await expect(phone.replication?.syncNow()).rejects.toMatchObject({ failure: { kind: 'busy' } })
    const requests = phone.link.requests.length
    await phone.replication?.stop()
    phone.replicate()
    await expect(phone.replication?.syncNow()).rejects.toMatchObject({ failure: { kind: 'busy' } })
    expect(phone.link.requests.length).toBe(requests)
  })
})

describe('without a connection', () => {
  test('nothing is tried until it may be back', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.connectivity$.next(false)
    await vi.waitFor(async () =>
      expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ online: false }),
    )
    const tried = vi.spyOn(phone.link, 'fetch')
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    phone.poke$.next(['favorites'])
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(tried).not.toHaveBeenCalled()
    expect(pushes(phone)).toBe(0)
    phone.connectivity$.next(true)
    await isSaved(phone)
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ online: true })
  })
})

describe('a session that the server no longer accepts', () => {
  test('stops everything, parks nothing, and is reported', async () => {
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    phone.link.faults.push('unauthorized', 'unauthorized')
    phone.replicate()
    await vi.waitFor(() => expect(phone.signedOut).toBe(1))
    phone.connectivity$.next(true)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(phone.link.requests).toEqual([])
    expect(phone.signedOut).toBe(1)
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 1 })

    expect(phone.store.engine.status$.value.state).toBe('signed_out')
    await phone.replication?.syncNow()
    await isSaved(phone)
    expect(phone.store.engine.status$.value.state).toBe('idle')
  })
})

describe('a sync that the person asked for', () => {
  test('rejects with the reason when it fails, and the engine goes on trying', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.link.faults.push('html', 'html')
    await expect(phone.replication?.syncNow()).rejects.toMatchObject({ failure: { kind: 'not_the_server' } })
    const before = pulls(phone)
    await vi.waitFor(() => expect(pulls(phone)).toBeGreaterThan(before))
  })

  test('notes when everything was last in step, also for a restart', async () => {
    const phone = await scene.device({ name: 'phone' })
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ lastSyncedAt: null })
    await phone.replicate().syncNow()
    const { lastSyncedAt } = await now$(phone.engine.syncActivity(phone.store))
    expect(lastSyncedAt).not.toBeNull()
    await phone.close()
    const after = await scene.device({ name: 'phone' })
    expect(await now$(after.engine.syncActivity(after.store))).toMatchObject({ lastSyncedAt })
  })
})

test('stopping in the middle of a push loses nothing', async () => {
  const phone = await scene.device({ name: 'phone' })
  await phone.engine.favoriteVideo(phone.store, videoId(1))
  // On a busy machine the first may have passed before it is seen
  phone.link.faults.push(...Array.from({ length: 50 }, () => 'stalled' as const))
  phone.replicate()
  await vi.waitFor(async () =>
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ sending: 1 }),
  )
  await phone.close()
  const after = await scene.device({ name: 'phone' })
  await after.replicate().syncNow()
  await isSaved(after)
  expect(scene.server.rows('favorites').map((row) => row['user_id'])).toEqual([ANNA])
})
