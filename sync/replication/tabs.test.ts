import { getHeightOfRevision } from 'rxdb/plugins/core'
import { filter, firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, type DeviceOptions, now$ } from '../testing/device.ts'
import {
  ANNA,
  CONVERSATION,
  nextMoment,
  openScene,
  pushes,
  type Scene,
  videoId,
  withConversation,
} from '../testing/scene.ts'
import { MAX_ROWS } from './push-queue.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => {
  vi.restoreAllMocks()
  return scene.end()
})

/** Two tabs of one device: the same database, each with its own copy of the engine. */
async function twoTabs(): Promise<[Device, Device]> {
  const first = await scene.device({ name: 'phone' })
  await first.replicate().syncNow()
  const second = await scene.device({ name: 'phone' })
  second.replicate()
  return [first, second]
}

/** From now on tabs do not hear each other, until the returned function is called: then they hear all of it, in order. */
function holdTelling(): () => void {
  const held: { channel: BroadcastChannel; told: unknown }[] = []
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(function (
    this: BroadcastChannel,
    told: unknown,
  ) {
    held.push({ channel: this, told })
  })
  return () => {
    vi.restoreAllMocks()
    for (const { channel, told } of held) channel.postMessage(told)
  }
}

/** A page that holds the lock and says that it works when it is asked to, until it dies. */
async function leadWithoutWorking(): Promise<{ asked: Promise<void>; die: () => void }> {
  const { channel, database } = (await scene.device({ name: 'phone' })).store
  const [asked, death] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void navigator.locks.request(`mirutomo-sync:${database.name}`, () => death.promise)
  channel.messages$.subscribe((message) => {
    if (message.type !== 'sync_now') return
    channel.post({ type: 'alive', request: message.request })
    asked.resolve()
  })
  return { asked: asked.promise, die: death.resolve }
}

const messagesAtServer = (): unknown[] =>
  scene.server
    .rows('messages')
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map(({ body }) => body)
/** Each time that a message went to the server. */
const sentMessages = (tab: Device): string[] =>
  tab.link.requests
    .filter(({ name }) => name === 'sync_push')
    .flatMap(({ body }) =>
      [...JSON.stringify(body).matchAll(/"body":"(\w+)"/g)].map(([, text]) => text ?? ''),
    )

/** How often each message was written to the disk: once when it was sent, once when the server had it. */
const timesWritten = async (tab: Device): Promise<number[]> =>
  (await tab.store.collections.messages.find().exec()).map((doc) => getHeightOfRevision(doc.revision))

const requests = (...tabs: Device[]): number[] => tabs.map((tab) => tab.link.requests.length)

describe('two tabs', () => {
  test('have one leader: the write of the other is sent once, by the leader, and both show it', async () => {
    const [leader, other] = await twoTabs()
    await other.engine.favoriteVideo(other.store, videoId(1))
    await vi.waitFor(async () =>
      expect((await now$(other.engine.favoriteVideos(other.store))).map(({ sync }) => sync)).toEqual([
        'saved',
      ]),
    )
    expect([pushes(leader), pushes(other)]).toEqual([1, 0])
    expect(requests(other)).toEqual([0])
    expect((await now$(leader.engine.favoriteVideos(leader.store))).map(({ sync }) => sync)).toEqual([
      'saved',
    ])
  })

  test('send what one stored that died before it could tell of it, and show it', async () => {
    const leader = await scene.device({ name: 'phone', timing: { untoldMs: 20 } })
    await leader.replicate().syncNow()
    const dying = await scene.device({ name: 'phone' })
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {})
    await dying.engine.favoriteVideo(dying.store, videoId(1))
    await dying.close()
    vi.restoreAllMocks()
    await vi.waitFor(() => expect(scene.server.rows('favorites')).toHaveLength(1))
    await vi.waitFor(async () =>
      expect((await now$(leader.engine.favoriteVideos(leader.store))).map(({ sync }) => sync)).toEqual([
        'saved',
      ]),
    )
    expect(pushes(leader)).toBe(1)
  })

  test('send what one stored before the leader’s own edit and told after it, although a pull begins anew just then', async () => {
    const leader = await scene.device({ name: 'phone' })
    await leader.replicate().syncNow()
    const other = await scene.device({ name: 'phone' })
    const edited = `${ANNA}|${videoId(1)}`
    const tell = holdTelling()
    await other.engine.favoriteVideo(other.store, videoId(1))
    leader.connectivity$.next(false)
    await leader.engine.favoriteVideo(leader.store, videoId(2))
    const written$ = leader.store.collections.favorites.storageInstance.changeStream()
    const heard = firstValueFrom(written$.pipe(filter(({ events }) => events[0]?.documentId === edited)))
    tell()
    await heard
    leader.poke$.next(['favorites'])
    await nextMoment()
    leader.connectivity$.next(true)
    await vi.waitFor(() => expect(scene.server.rows('favorites')).toHaveLength(2))
    await vi.waitFor(async () =>
      expect((await now$(leader.engine.favoriteVideos(leader.store))).map(({ sync }) => sync)).toEqual([
        'saved',
        'saved',
      ]),
    )
  })

  test.each(['tells after it', 'died before it could tell'])(
    'send a message that one stored before the leader’s own, and %s, before that one',
    async (how) => {
      withConversation(scene)
      const leader = await scene.device({ name: 'phone' })
      await leader.replicate().syncNow()
      const other = await scene.device({ name: 'phone' })
      const tell = holdTelling()
      await other.engine.sendMessage(other.store, CONVERSATION, 'first')
      if (how === 'died before it could tell') {
        await other.close()
        vi.restoreAllMocks()
      }
      await leader.engine.sendMessage(leader.store, CONVERSATION, 'second')
      await leader.engine.sendMessage(leader.store, CONVERSATION, 'third')
      await vi.waitFor(() => expect(messagesAtServer()).toEqual(['first', 'second', 'third']))
      if (how === 'tells after it') tell()
      const shown = async (): Promise<[string, string][]> =>
        (await now$(leader.engine.messagesOf(leader.store, CONVERSATION))).map(({ body, sync }) => [
          body,
          sync,
        ])
      await vi.waitFor(async () =>
        expect(await shown()).toEqual([
          ['first', 'saved'],
          ['second', 'saved'],
          ['third', 'saved'],
        ]),
      )
      expect(sentMessages(leader)).toEqual(['first', 'second', 'third'])
    },
  )

  test('wait for no message that was refused, nor send it again', async () => {
    withConversation(scene)
    const leader = await scene.device({ name: 'phone' })
    await leader.replicate().syncNow()
    const refused = await leader.engine.sendMessage(leader.store, CONVERSATION, 'refused')
    scene.server.refuse('messages', refused, 'blocked')
    await vi.waitFor(async () => expect(await now$(leader.store.outbox.parked$)).toHaveLength(1))
    await leader.engine.sendMessage(leader.store, CONVERSATION, 'next')
    await vi.waitFor(() => expect(messagesAtServer()).toEqual(['next']))
    await leader.replicate().syncNow()
    expect(sentMessages(leader)).toEqual(['refused', 'next'])
    expect(await now$(leader.store.outbox.parked$)).toHaveLength(1)
    expect(await timesWritten(leader)).toEqual([1, 2])
  })

  test('send each of more messages than one request may hold once, although they are handed over in parts', async () => {
    withConversation(scene)
    const leader = await scene.device({ name: 'phone' })
    await leader.replicate().syncNow()
    leader.connectivity$.next(false)
    const texts = Array.from({ length: MAX_ROWS + 20 }, (_, number) => `text${number}`)
    for (const text of texts) await leader.engine.sendMessage(leader.store, CONVERSATION, text)
    leader.connectivity$.next(true)
    await vi.waitFor(() => expect(messagesAtServer()).toEqual(texts))
    expect(sentMessages(leader)).toEqual(texts)
    await vi.waitFor(async () => expect(new Set(await timesWritten(leader))).toEqual(new Set([2])))
  })

  test('look for what was not told without touching what was', async () => {
    const leader = await scene.device({ name: 'phone', timing: { untoldMs: 20 } })
    await leader.replicate().syncNow()
    const other = await scene.device({ name: 'phone' })
    leader.connectivity$.next(false)
    await leader.engine.favoriteVideo(leader.store, videoId(1))
    await other.engine.favoriteVideo(other.store, videoId(2))
    await leader.engine.unfavoriteVideo(leader.store, videoId(1))
    await vi.waitFor(async () =>
      expect(await now$(leader.engine.favoriteVideos(leader.store))).toHaveLength(1),
    )
    const looked = vi.spyOn(leader.store.collections.favorites.storageInstance, 'query')
    await vi.waitFor(() => expect(looked.mock.calls.length).toBeGreaterThan(3))
    const found = await leader.store.collections.favorites.find().exec()
    expect(found.map((doc) => doc.toJSON().retries)).toEqual([undefined, undefined])
  })

  test('that stop let nobody wait for their round', async () => {
    const leading = await leadWithoutWorking()
    const tab = await scene.device({ name: 'phone' })
    const ended = expect(tab.replicate().syncNow()).rejects.toMatchObject({ name: 'ReplicationStopped' })
    await leading.asked
    await tab.close()
    await ended
    leading.die()
  })

  test('both show that a write is on its way', async () => {
    const [leader, other] = await twoTabs()
    const seen = new Set<string>()
    const watching = other.engine
      .favoriteOf(other.store, videoId(1))
      .subscribe((item) => seen.add(item?.sync ?? 'none'))
    await other.engine.favoriteVideo(other.store, videoId(1))
    await vi.waitFor(() => expect([...seen]).toContain('saved'))
    watching.unsubscribe()
    expect([...seen]).toContain('sending')
    expect(pushes(leader)).toBe(1)
  })

  test('both show what was refused, and either may decide', async () => {
    const [leader, other] = await twoTabs()
    scene.server.refuse('favorites', `${ANNA}|${videoId(1)}`, 'favorite_limit')
    await leader.engine.favoriteVideo(leader.store, videoId(1))
    await vi.waitFor(async () => expect(await now$(other.store.outbox.parked$)).toHaveLength(1))
    const [edit] = await now$(other.store.outbox.parked$)
    if (edit === undefined) throw new Error('nothing was parked')
    await other.engine.retryParked(other.store, edit)
    await vi.waitFor(async () =>
      expect((await now$(leader.engine.favoriteVideos(leader.store))).map(({ sync }) => sync)).toEqual([
        'saved',
      ]),
    )
    await vi.waitFor(async () => expect(await now$(leader.store.outbox.parked$)).toEqual([]))
  })

  test('let the other ask the leader to sync, and hear how it went', async () => {
    const [leader, other] = await twoTabs()
    const before = leader.link.requests.length
    await other.replication?.syncNow()
    expect(leader.link.requests.length).toBeGreaterThan(before)
    leader.link.faults.push('html')
    await expect(other.replication?.syncNow()).rejects.toThrow('not_the_server')
    expect(requests(other)).toEqual([0])
  })

  test('go on when the leading one closes: the other takes over', async () => {
    const [leader, other] = await twoTabs()
    await leader.close()
    await other.engine.favoriteVideo(other.store, videoId(1))
    await vi.waitFor(() => expect(pushes(other)).toBe(1), { timeout: 5_000 })
  })

  test('replace a leader that sleeps, and what it does when it wakes harms nothing', async () => {
    const [leader, other] = await twoTabs()
    await leader.close()
    // A tab that is frozen holds the lock and answers nothing
    let wakeUp = (): void => {}
    const frozen = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    await other.replication?.stop()
    const stolen = navigator.locks
      .request(`mirutomo-sync:${other.store.database.name}`, () => frozen)
      .catch(() => 'stolen')
    other.replicate()
    await other.engine.favoriteVideo(other.store, videoId(1))
    await other.replication?.syncNow()
    expect(pushes(other)).toBe(1)
    wakeUp()
    expect(await stolen).toBe('stolen')
  })

  test('go on when the leading one could not begin', async () => {
    const phone = await scene.device({ name: 'phone' })
    const recall = vi.spyOn(phone.store.outbox, 'recall').mockRejectedValueOnce(new Error('disk'))
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    phone.replicate()
    await vi.waitFor(() => expect(pushes(phone)).toBe(1), { timeout: 5_000 })
    expect(recall.mock.calls.length).toBeGreaterThan(1)
  })

  test('know the same time', async () => {
    scene.serverClock.offset = 3_600_000
    const [leader, other] = await twoTabs()
    await vi.waitFor(() => expect(Math.abs(other.store.now() - leader.store.now())).toBeLessThan(1_000))
    expect(leader.store.now() - Date.now()).toBeGreaterThan(3_500_000)
  })
})

describe('rows learned elsewhere', () => {
  const learned = (row_version: number, title: string) => ({
    id: videoId(1),
    youtube_id: 'aaaaaaaaaaa',
    title,
    row_version,
    genre_id: null,
  })
  const titleOf = async (device: Device): Promise<string | undefined> =>
    (await device.store.collections.videos.findOne(videoId(1)).exec())?.title

  test('are kept by the leader, whichever tab fetched them', async () => {
    const [leader, other] = await twoTabs()
    other.engine.learn(other.store, 'videos', [learned(5, '検索で見つけた')])
    await vi.waitFor(async () => expect(await titleOf(other)).toBe('検索で見つけた'))
    leader.engine.learn(leader.store, 'videos', [learned(6, '新しい')])
    await vi.waitFor(async () => expect(await titleOf(leader)).toBe('新しい'))
    leader.engine.learn(leader.store, 'videos', ['nonsense', { id: 3 }])
    expect(await leader.store.collections.videos.count().exec()).toBe(1)
  })

  test('that come while something is being pushed make nobody forget to pull', async () => {
    const phone = await scene.device({ name: 'phone' })
    await phone.replicate().syncNow()
    phone.connectivity$.next(false)
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    const favorite = (number: number) => ({
      id: `${ANNA}|${videoId(number)}`,
      user_id: ANNA,
      video_id: videoId(number),
      is_favorite: true,
      edited_at: number,
      row_version: number,
    })
    const other = await scene.device({ name: 'phone' })
    const heard = firstValueFrom(phone.store.channel.messages$.pipe(filter(({ type }) => type === 'learn')))
    other.store.channel.post({ type: 'learn', collection: 'favorites', rows: [favorite(2)] })
    await heard
    phone.poke$.next(['favorites'])
    await nextMoment()
    scene.server.write('favorites', favorite(3))
    phone.connectivity$.next(true)
    await vi.waitFor(async () => expect(await now$(phone.engine.favoriteVideos(phone.store))).toHaveLength(3))
  })

  test('never replace what is newer, nor hold the pull up', async () => {
    scene.server.write('videos', { id: videoId(1), youtube_id: 'aaaaaaaaaaa', title: 'サーバー' })
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.engine.learn(phone.store, 'videos', [learned(1, '古い'), { ...learned(1, '別'), id: videoId(2) }])
    await vi.waitFor(async () => expect(await phone.store.collections.videos.count().exec()).toBe(2))
    expect(await titleOf(phone)).toBe('サーバー')
    scene.server.write('videos', { id: videoId(2), youtube_id: 'bbbbbbbbbbb', title: '変わった' })
    await phone.replication?.syncNow()
    expect((await phone.store.collections.videos.findOne(videoId(2)).exec())?.title).toBe('変わった')
  })
})

describe('the worker', () => {
  const worker = async (options: Partial<DeviceOptions> = {}): Promise<Device> =>
    scene.device({ name: 'phone', ...options })
  const syncOnce = (device: Device): Promise<void> =>
    device.engine.syncOnce(device.store, device.transport(), {
      timeoutMs: 20_000,
      timing: { leaderAnswerMs: 1_000 },
    })

  test('sends what is pending with no page open, pulls, and ends', async () => {
    const page = await scene.device({ name: 'phone' })
    await page.engine.favoriteVideo(page.store, videoId(1))
    await page.close()
    scene.server.write('videos', { id: videoId(1), youtube_id: 'aaaaaaaaaaa', title: '動画' })
    const background = await worker()
    await syncOnce(background)
    await background.close()
    expect(scene.server.rows('favorites')).toHaveLength(1)
    const again = await scene.device({ name: 'phone' })
    expect(
      (await now$(again.engine.favoriteVideos(again.store))).map((item) => [item.sync, item.video?.title]),
    ).toEqual([['saved', '動画']])
  })

  test.each(['offline', 'html', 'stalled'] as const)(
    'fails, and still closes, when the request is %s',
    async (fault) => {
      const background = await worker({ answerMs: 200 })
      await background.engine.favoriteVideo(background.store, videoId(1))
      background.link.faults.push(...Array.from({ length: 50 }, () => fault))
      await expect(syncOnce(background)).rejects.toMatchObject({ name: 'TransportFailure' })
      await background.close()
      const again = await worker()
      await syncOnce(again)
      expect(scene.server.rows('favorites')).toHaveLength(1)
    },
  )

  test('leaves the work to a page that leads, and hears how it went', async () => {
    const page = await scene.device({ name: 'phone' })
    await page.replicate().syncNow()
    const background = await worker()
    const before = page.link.requests.length
    await syncOnce(background)
    expect(background.link.requests).toEqual([])
    expect(page.link.requests.length).toBeGreaterThan(before)
    page.link.faults.push('html')
    await expect(syncOnce(background)).rejects.toMatchObject({ name: 'LeaderFailed' })
  })

  test('takes the work over from a page that sleeps', async () => {
    const background = await worker()
    await background.engine.favoriteVideo(background.store, videoId(1))
    const stolen = navigator.locks
      .request(`mirutomo-sync:${background.store.database.name}`, () => new Promise<void>(() => {}))
      .catch(() => 'stolen')
    await syncOnce(background)
    expect(await stolen).toBe('stolen')
    expect(pushes(background)).toBe(1)
  })

  test('takes the work over from a page that dies after it said that it would do it', async () => {
    const dying = await leadWithoutWorking()
    const background = await worker()
    await background.engine.favoriteVideo(background.store, videoId(1))
    const syncing = background.engine.syncOnce(background.store, background.transport(), {
      timeoutMs: 600_000,
    })
    await dying.asked
    dying.die()
    await syncing
    expect(pushes(background)).toBe(1)
  })

  test('and a page that comes while it works send nothing twice', async () => {
    const background = await worker()
    await background.engine.favoriteVideo(background.store, videoId(1))
    const page = await scene.device({ name: 'phone' })
    await Promise.all([syncOnce(background), page.replicate().syncNow()])
    expect(pushes(background) + pushes(page)).toBe(1)
  })
})
