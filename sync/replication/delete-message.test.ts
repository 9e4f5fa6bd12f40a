import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { dumpDatabases } from '../testing/device-dump.ts'
import { ANNA, BEN, CONVERSATION, openScene, type Scene, withConversation } from '../testing/scene.ts'

const TEXT = 'やっぱり言わない'

let scene: Scene
beforeEach(() => {
  scene = openScene()
  withConversation(scene)
})
afterEach(() => scene.end())

const sync = (device: Device): Promise<void> => (device.replication ?? device.replicate()).syncNow()
const items = (device: Device) => now$(device.engine.messagesOf(device.store, CONVERSATION))
const seen = async (device: Device): Promise<string[]> =>
  (await items(device)).map((item) => (item.is_deleted ? 'gone' : item.body))
const states = async (device: Device): Promise<string[]> => (await items(device)).map((item) => item.sync)
const unread = (): unknown => {
  const row = scene.server.row('conversations', CONVERSATION)
  return row?.[row['user1_id'] === BEN ? 'user1_unread_count' : 'user2_unread_count'] ?? 0
}

/** Anna's message, on her device and on Ben's. */
async function arrivedMessage(name = 'p'): Promise<{ phone: Device; other: Device; id: string }> {
  const [phone, other] = [await scene.device({ name }), await scene.device({ userId: BEN })]
  await sync(phone)
  const id = await phone.engine.sendMessage(phone.store, CONVERSATION, TEXT)
  await sync(phone)
  await sync(other)
  expect(await seen(other)).toEqual([TEXT])
  expect(await dumpDatabases()).toContain(TEXT)
  return { phone, other, id }
}

test('a message deleted without a connection is gone here at once, over a restart, and then on every device and disk', async () => {
  const { phone, other, id } = await arrivedMessage()
  expect(unread()).toBe(1)
  phone.link.online = false
  expect(await phone.engine.deleteMessage(phone.store, id)).toBe(true)
  expect((await items(phone)).map(({ body, is_deleted }) => [body, is_deleted])).toEqual([['', true]])
  expect(await now$(phone.engine.lastMessageOf(phone.store, CONVERSATION))).toBeUndefined()
  await phone.close()
  const again = await scene.device({ name: 'p' })
  expect([await seen(again), await states(again)]).toEqual([['gone'], ['local']])
  await sync(again)
  await sync(other)
  await vi.waitFor(async () =>
    expect([await seen(other), await states(other)]).toEqual([['gone'], ['saved']]),
  )
  expect([await seen(again), await states(again)]).toEqual([['gone'], ['saved']])
  expect(unread()).toBe(0)
  expect(JSON.stringify(scene.server.rows('messages'))).not.toContain(TEXT)
  await vi.waitFor(async () => expect(await dumpDatabases()).not.toContain(TEXT))
})

test('a message deleted on one device is not brought back by another that had it', async () => {
  const { phone, id } = await arrivedMessage()
  const laptop = await scene.device()
  await sync(laptop)
  await phone.engine.deleteMessage(phone.store, id)
  await sync(phone)
  expect(await laptop.engine.deleteMessage(laptop.store, id)).toBe(true)
  await sync(laptop)
  await vi.waitFor(async () =>
    expect([await seen(laptop), await states(laptop)]).toEqual([['gone'], ['saved']]),
  )
})

test('a deletion that the server refuses is told, and given up leaves the message as it was', async () => {
  const { phone, id } = await arrivedMessage()
  scene.server.refuse('messages', id, 'forbidden', 'forbidden')
  await phone.engine.deleteMessage(phone.store, id)
  await vi.waitFor(async () => expect(await states(phone)).toEqual(['attention']))
  const [edit] = await now$(phone.store.outbox.parked$)
  if (edit === undefined) throw new Error('nothing was parked')
  await phone.engine.discardParked(phone.store, edit)
  await sync(phone)
  expect([await seen(phone), await states(phone)]).toEqual([[TEXT], ['saved']])
})

test('only one’s own that has arrived is deleted', async () => {
  const { phone, other, id } = await arrivedMessage()
  expect(await other.engine.deleteMessage(other.store, id)).toBe(false)
  phone.link.online = false
  const waiting = await phone.engine.sendMessage(phone.store, CONVERSATION, '待っている')
  expect(await phone.engine.deleteMessage(phone.store, waiting)).toBe(false)
  expect(await phone.engine.deleteMessage(phone.store, ANNA)).toBe(false)
  expect(await seen(phone)).toEqual([TEXT, '待っている'])
  await phone.engine.deleteMessage(phone.store, id)
  expect(await phone.engine.deleteMessage(phone.store, id)).toBe(false)
})
