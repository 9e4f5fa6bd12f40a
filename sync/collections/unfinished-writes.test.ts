import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { freeze, openPage, resume, watching } from '../testing/page.ts'
import { CONVERSATION, openScene, type Scene, videoId, withConversation } from '../testing/scene.ts'

let scene: Scene
let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  scene = openScene()
  // Dexie says that it lets go
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  withConversation(scene)
})
afterEach(async () => {
  resume()
  vi.restoreAllMocks()
  await scene.end()
  page.close()
})

/** The device of one person as the app opens it in a page, with what an earlier one could not finish. */
async function openTab(): Promise<Device> {
  const device = await scene.device({ name: 'phone' })
  await device.engine.layUnfinished(device.store)
  return device
}

/** Freezes a page with what it has begun. Those that were opened beside it go on. */
async function freezePage({ engine }: Device): Promise<void> {
  const stop = watching(() => engine.watchStorage(() => {}))
  freeze()
  // Whatever begins in what is left of the task is aborted too
  for (let task = 0; task < 5; task += 1) await new Promise((resolve) => setImmediate(resolve))
  stop()
}

const overallOf = async ({ engine, store }: Device): Promise<number | undefined> =>
  (await now$(engine.myRating(store, videoId(1))))?.overall

describe('An edit that is under way when the page is frozen', () => {
  test('is stored when the page comes back, and its writer hears of it then', async () => {
    const tab = await openTab()
    const heard = vi.fn<() => void>()
    const rating = tab.engine.rateVideo(tab.store, videoId(1), { overall: 4 }).then(heard)
    await freezePage(tab)
    expect(heard).not.toHaveBeenCalled()
    expect(await overallOf(tab)).toBeUndefined()
    resume()
    await rating
    expect(await overallOf(tab)).toBe(4)
  })

  test('is stored by the next store of the account where that of the page was closed, and its writer hears of it', async () => {
    const tab = await openTab()
    const rating = tab.engine.rateVideo(tab.store, videoId(1), { overall: 4 })
    await freezePage(tab)
    await tab.close()
    resume()
    const again = await openTab()
    await rating
    expect(await overallOf(again)).toBe(4)
  })

  test('is stored by the next page, also where the page never comes back', async () => {
    const [tab, next] = [await openTab(), await openTab()]
    tab.engine.rateVideo(tab.store, videoId(1), { overall: 4 }).catch(() => {})
    await freezePage(tab)
    await next.engine.layUnfinished(next.store)
    expect(await overallOf(next)).toBe(4)
  })

  test('is not stored again over what the person did in the next page', async () => {
    const [tab, next] = [await openTab(), await openTab()]
    const rating = tab.engine.rateVideo(tab.store, videoId(1), { overall: 4 })
    await freezePage(tab)
    await next.engine.layUnfinished(next.store)
    await next.engine.rateVideo(next.store, videoId(1), { overall: 2 })
    resume()
    await rating
    expect(await overallOf(next)).toBe(2)
  })

  test('is not kept for the next page when it is a message, whose text its draft keeps', async () => {
    const tab = await openTab()
    tab.engine.sendMessage(tab.store, CONVERSATION, 'under way').catch(() => {})
    await freezePage(tab)
    expect([...page.kept.keys()]).toEqual([])
    await tab.close()
  })

  test('leaves nothing behind when the account leaves the device', async () => {
    const tab = await openTab()
    tab.engine.rateVideo(tab.store, videoId(1), { overall: 4 }).catch(() => {})
    await freezePage(tab)
    expect([...page.kept.keys()]).toHaveLength(1)
    tab.engine.forgetUnfinished()
    expect([...page.kept.keys()]).toEqual([])
    await tab.close()
  })
})

describe('An edit that is stored', () => {
  test('leaves nothing behind when the page was hidden meanwhile', async () => {
    const tab = await openTab()
    const rating = tab.engine.rateVideo(tab.store, videoId(1), { overall: 4 })
    dispatchEvent(new Event('pagehide'))
    expect([...page.kept.keys()]).toHaveLength(1)
    await rating
    expect([...page.kept.keys()]).toEqual([])
  })
})
