import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { openScene, type Scene, videoId } from '../testing/scene.ts'

let scene: Scene
afterEach(async () => {
  await scene.end()
  vi.useRealTimers()
})

async function twoTabs(): Promise<[Device, Device]> {
  scene = openScene()
  return [await scene.device({ name: 'phone' }), await scene.device({ name: 'phone' })]
}

const shown = async (tab: Device): Promise<string[]> =>
  (await now$(tab.engine.favoriteVideos(tab.store))).map(({ video_id }) => video_id)

describe('what one tab writes', () => {
  test('is heard by the other although the clock of the device was set back meanwhile, for it is not dated', async () => {
    const [one, other] = await twoTabs()
    const witness = new BroadcastChannel(`${one.store.database.name} changes`)
    const messages: unknown[] = []
    witness.onmessage = ({ data }: MessageEvent<unknown>) => messages.push(data)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 48 * 3_600_000 })
    await one.engine.favoriteVideo(one.store, videoId(1))
    await vi.waitFor(async () => expect(await shown(other)).toEqual([videoId(1)]))
    await other.engine.favoriteVideo(other.store, videoId(2))
    await vi.waitFor(async () => expect((await shown(one)).toSorted()).toEqual([videoId(1), videoId(2)]))
    witness.close()
    expect(messages).toEqual([
      { collection: 'favorites', version: 0, bulk: expect.anything() },
      { collection: 'favorites', version: 0, bulk: expect.anything() },
    ])
  })

  test('is heard while a stranger talks nonsense', async () => {
    const [one, other] = await twoTabs()
    const stranger = new BroadcastChannel(`${one.store.database.name} changes`)
    for (const nonsense of [null, 'nonsense', { collection: 'favorites', version: 0, bulk: {} }])
      stranger.postMessage(nonsense)
    await one.engine.favoriteVideo(one.store, videoId(1))
    await vi.waitFor(async () => expect(await shown(other)).toEqual([videoId(1)]))
    stranger.close()
  })
})
