import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { openScene, type Scene, videoId } from '../testing/scene.ts'
import { createTabChanges } from './tab-changes.ts'

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

  test('is shown once where the other had found it in the storage before it was told', async () => {
    const [one, other] = await twoTabs()
    const held: (() => void)[] = []
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(function (
      this: BroadcastChannel,
      data,
    ) {
      held.push(() => this.postMessage(data))
    })
    const { favorites } = other.store.collections
    for (const number of [1, 2]) await one.engine.favoriteVideo(one.store, videoId(number))
    let shown: string[] = []
    const watching = favorites.find().$.subscribe((found) => {
      shown = found.map(({ video_id }) => video_id)
    })
    await vi.waitFor(() => expect(shown).toEqual([videoId(1), videoId(2)]))
    await one.engine.favoriteVideo(one.store, videoId(3))
    vi.restoreAllMocks()
    for (const tell of held) tell()
    await vi.waitFor(() => expect(shown).toContain(videoId(3)))
    expect(shown).toEqual([videoId(1), videoId(2), videoId(3)])
    watching.unsubscribe()
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

describe('what is heard too late', () => {
  const change = (_rev: string, lwt: number, _deleted = false) => ({
    id: _rev,
    events: [{ documentId: 'one', documentData: { id: 'one', _rev, _deleted, _meta: { lwt } } }],
  })

  /** A tab, and what another one tells it. Answers the revisions that its queries hear. */
  function tab() {
    const own$ = new Subject<unknown>()
    const instance = {
      collectionName: 'favorites',
      changeStream: () => own$,
      close: async () => {},
      remove: async () => {},
    } as unknown as RxStorageInstanceDexie<{ id: string }>
    createTabChanges('late').share(instance, 0)
    const other = new BroadcastChannel('late changes')
    const heard: string[] = []
    instance.changeStream().subscribe(({ events }) => {
      heard.push(...events.map(({ documentData }) => documentData._rev))
    })
    const says = (bulk: object): void => other.postMessage({ collection: 'favorites', version: 0, bulk })
    const end = async () => {
      other.close()
      await instance.close()
    }
    return { own$, says, heard, end }
  }

  test('a tab’s own write does not undo what another has made of it since', async () => {
    const { own$, says, heard, end } = tab()
    own$.next(change('1-a', 1))
    says(change('3-b', 3))
    says(change('4-b', 4, true))
    await vi.waitFor(() => expect(heard).toEqual(['1-a', '3-b', '4-b']))
    own$.next(change('2-a', 2))
    own$.next(change('5-a', 5))
    expect(heard).toEqual(['1-a', '3-b', '4-b', '5-a'])
    await end()
  })

  test('a document that was purged and comes again is heard, though its revisions begin anew', async () => {
    const { own$, heard, end } = tab()
    own$.next(change('2-a', 1))
    own$.next(change('3-a', 2, true))
    own$.next(change('1-a', 3))
    own$.next(change('2-a', 4))
    own$.next(change('1-b', 1))
    expect(heard).toEqual(['2-a', '3-a', '1-a', '2-a'])
    await end()
  })
})
