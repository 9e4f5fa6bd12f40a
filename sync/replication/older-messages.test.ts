import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { ANNA, BEN, CONVERSATION, openScene, pushes, type Scene, withConversation } from '../testing/scene.ts'
import type { AskOlder } from '../collections/bring-older.ts'

const WINDOW = 3
const PAGE = 4

let scene: Scene
beforeEach(() => {
  scene = openScene({ messageWindow: WINDOW })
  withConversation(scene)
})
afterEach(() => scene.end())

const idOf = (number: number): string => `018f0000-0000-7000-9000-${String(number).padStart(12, '0')}`
/** Ben writes these to Anna, each once and in this order. */
function write(from: number, to: number): void {
  for (let number = from; number <= to; number++) {
    scene.server.write('messages', {
      id: idOf(number),
      conversation_id: CONVERSATION,
      sender_id: BEN,
      recipient_id: ANNA,
      body: `言葉${number}`,
      seq: number,
      sent_at: number,
      is_deleted: false,
    })
  }
}
const takeBack = (number: number): unknown =>
  scene.server.write('messages', { id: idOf(number), is_deleted: true, body: '' })

const sync = (device: Device): Promise<void> => (device.replication ?? device.replicate()).syncNow()
const ask: AskOlder = (conversation, before) =>
  Promise.resolve(scene.server.older(ANNA, conversation, before, PAGE))
const bring = (device: Device, asking = ask): Promise<void> =>
  device.engine.bringOlder(device.store, CONVERSATION, asking)
const shown = async (device: Device): Promise<string[]> =>
  (await now$(device.engine.messagesOf(device.store, CONVERSATION, 10_000))).map((item) =>
    item.is_deleted ? 'gone' : item.body,
  )
const words = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `言葉${from + index}`)
/** Numbers of the messages whose text is on the device, shown or not. */
const onDisk = async ({ store }: Device): Promise<number[]> => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
  const found = await store.collections.messages.storageInstance.findDocumentsById(numbers.map(idOf), true)
  return numbers.filter((number) => JSON.stringify(found).includes(`"言葉${number}"`))
}
const expectShown = (device: Device, expected: string[]) =>
  vi.waitFor(async () => expect(await shown(device)).toEqual(expected))

describe('a device that begins', () => {
  test('gets the newest messages of a conversation, and older ones page by page up to the beginning, to keep', async () => {
    write(1, 10)
    const phone = await scene.device({ name: 'phone' })
    await sync(phone)
    await expectShown(phone, words(8, 10))
    await bring(phone)
    await expectShown(phone, words(4, 10))
    await bring(phone)
    await expectShown(phone, words(1, 10))
    // There is nothing to ask for any more
    await bring(phone, () => Promise.reject(new Error('asked')))
    await sync(phone)
    expect(pushes(phone)).toBe(0)
    await phone.close()
    const again = await scene.device({ name: 'phone' })
    again.link.online = false
    expect(await shown(again)).toEqual(words(1, 10))
  })

  test('gets them over several pages, and what is written meanwhile', async () => {
    await scene.end()
    scene = openScene({ messageWindow: 600 })
    withConversation(scene)
    write(1, 700)
    const phone = await scene.device()
    const send = phone.link.fetch
    phone.link.fetch = async (input, init) => {
      const answer = await send(input, init)
      const requests = phone.link.requests.filter(({ name }) => name === 'sync_pull')
      if (requests.length === 1) {
        write(701, 720)
        takeBack(40)
      }
      return answer
    }
    await sync(phone)
    await expectShown(phone, words(101, 720))
    expect(phone.link.requests[1]?.body['checkpoints']).toMatchObject({
      messages: { left_out: { floors: { [CONVERSATION]: 101 } } },
    })
  })
})

describe('a device that has begun', () => {
  test('gets everything that was written while it was away, however much', async () => {
    write(1, 10)
    const phone = await scene.device()
    await sync(phone)
    write(11, 30)
    await sync(phone)
    await expectShown(phone, words(8, 30))
  })

  test('hears that a message was taken back which it had paged, and shows none that it has not', async () => {
    write(1, 12)
    const phone = await scene.device()
    await sync(phone)
    await bring(phone)
    await expectShown(phone, words(6, 12))
    takeBack(7)
    takeBack(2)
    await sync(phone)
    await expectShown(phone, [...words(6, 6), 'gone', ...words(8, 12)])
    expect(await onDisk(phone)).toEqual([6, 8, 9, 10, 11, 12])
    await bring(phone)
    await expectShown(phone, ['gone', ...words(3, 6), 'gone', ...words(8, 12)])
  })

  test('does not take an older state for a newer one, however late it comes', async () => {
    write(1, 10)
    const phone = await scene.device()
    await sync(phone)
    await bring(phone, async (conversation, before) => {
      const early = await ask(conversation, before)
      takeBack(6)
      await sync(phone)
      return early
    })
    await expectShown(phone, ['言葉4', '言葉5', 'gone', ...words(7, 10)])
  })

  test('does not get back what a block took away meanwhile', async () => {
    write(1, 10)
    const phone = await scene.device()
    await sync(phone)
    await bring(phone, async (conversation, before) => {
      const early = await ask(conversation, before)
      scene.server.block(BEN, ANNA)
      await sync(phone)
      return early
    })
    await expectShown(phone, [])
    expect(await onDisk(phone)).toEqual([])
    scene.server.unblock(BEN, ANNA)
    await sync(phone)
    await vi.waitFor(async () => expect((await shown(phone)).at(-1)).toBe('言葉10'))
  })

  test('hears nothing of a conversation that is hidden from it', async () => {
    write(1, 10)
    const phone = await scene.device()
    await sync(phone)
    scene.server.block(BEN, ANNA)
    await expect(bring(phone, async (...asked) => ask(...asked))).rejects.toThrow()
  })
})

describe('in a new epoch', () => {
  test('the newest come anew, what was paged goes, and can be paged again, also where versions are lower now', async () => {
    write(1, 10)
    const phone = await scene.device()
    await sync(phone)
    await bring(phone)
    await bring(phone)
    await expectShown(phone, words(1, 10))
    // A younger cluster: everything has one version, below those of before
    for (const row of scene.server.rows('messages'))
      scene.server.restore('messages', { ...row, row_version: 7 })
    scene.server.startUserEpoch(ANNA, 'messages')
    await sync(phone)
    await expectShown(phone, words(8, 10))
    await vi.waitFor(async () => expect(await onDisk(phone)).toEqual([8, 9, 10]))
    await bring(phone)
    await bring(phone)
    await expectShown(phone, words(1, 10))
  })

  test('a page of the one before is not kept', async () => {
    write(1, 10)
    const phone = await scene.device()
    await sync(phone)
    const early = scene.server.older(ANNA, CONVERSATION, 8, PAGE)
    scene.server.startUserEpoch(ANNA, 'messages')
    takeBack(6)
    await sync(phone)
    // Nobody says that it was not kept: it is given up after a while
    void bring(phone, () => Promise.resolve(early)).catch(() => {})
    await bring(phone)
    await expectShown(phone, [...words(4, 5), 'gone', ...words(7, 10)])
  })
})

test('a pull that begins anew for doubt leaves nothing below the window of which the device would not hear', async () => {
  write(1, 10)
  const phone = await scene.device()
  await sync(phone)
  await bring(phone)
  await expectShown(phone, words(4, 10))
  // Lost with the databases that told how far the pull had come
  takeBack(5)
  phone.store.channel.tell({ type: 'repull', collection: 'messages' })
  await sync(phone)
  await vi.waitFor(async () => expect(await onDisk(phone)).toEqual([8, 9, 10]))
  await expectShown(phone, words(8, 10))
  await bring(phone)
  await expectShown(phone, ['言葉4', 'gone', ...words(6, 10)])
})

test('a tab that does not lead has the leader keep what it fetched', async () => {
  write(1, 10)
  const leader = await scene.device({ name: 'phone' })
  await sync(leader)
  const other = await scene.device({ name: 'phone' })
  other.replicate()
  await bring(other)
  await expectShown(other, words(4, 10))
  await expectShown(leader, words(4, 10))
})
