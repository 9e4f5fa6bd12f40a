import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { now$ } from '../testing/device.ts'
import { openWorld, type Person, type RealDevice, type World } from './world.ts'

let world: World
let anna: Person
beforeEach(async () => {
  world = openWorld()
  anna = await world.person('anna')
})
afterEach(() => world.end())

const bodies = async ({ engine, store }: RealDevice, conversation: string): Promise<string[]> =>
  (await now$(engine.messagesOf(store, conversation))).map((item) => (item.is_deleted ? 'gone' : item.body))
const read = async ({ engine, store }: RealDevice): Promise<Record<string, boolean>> =>
  Object.fromEntries(
    (await now$(engine.notificationList(store))).map((item) => [item.title, item.is_read] as const),
  )

test('marks are taken back on the server and on the other device, exactly those of that press', async () => {
  const titles = ['一', '二', '三']
  for (const title of titles)
    await world.asService('notifications', { user_id: anna.userId, type: 'system', title, message: '' })
  const [phone, laptop] = [await world.device(anna), await world.device(anna)]
  await phone.syncNow()
  const [first] = (await now$(phone.engine.notificationList(phone.store))).filter(
    ({ title }) => title === '一',
  )
  await phone.engine.markNotificationRead(phone.store, first?.id ?? '')
  const marked = await phone.engine.markAllNotificationsRead(phone.store)
  expect(marked).toHaveLength(2)
  await phone.syncNow()
  await laptop.syncNow()
  await vi.waitFor(async () => expect(await read(laptop)).toEqual({ 一: true, 二: true, 三: true }))
  await laptop.engine.deleteNotification(laptop.store, first?.id ?? '')
  await laptop.syncNow()

  phone.connection.up = false
  await phone.engine.undoMarkNotificationsRead(phone.store, marked)
  phone.connection.up = true
  await phone.syncNow()
  await phone.engine.undoDeleteNotifications(phone.store, [first?.id ?? ''])
  await phone.syncNow()
  await laptop.syncNow()
  await vi.waitFor(async () => expect(await read(laptop)).toEqual({ 一: true, 二: false, 三: false }))
  const rows = await world.asService(
    `notifications?user_id=eq.${anna.userId}&select=title,is_read,is_deleted`,
  )
  expect(rows.filter((row) => row['is_read'] === true).map((row) => row['title'])).toEqual(['一'])
  expect(rows.filter((row) => row['is_deleted'] === true)).toEqual([])
})

describe('a message', () => {
  test('that was cancelled or edited while it waited arrives as it was left, in order', async () => {
    const ben = await world.person('ben')
    const conversation = await world.conversation(anna, ben)
    const [phone, other] = [await world.device(anna), await world.device(ben)]
    await phone.syncNow()
    phone.connection.up = false
    const [first, second] = [
      await phone.engine.sendMessage(phone.store, conversation, '一'),
      await phone.engine.sendMessage(phone.store, conversation, '二'),
    ]
    await phone.engine.sendMessage(phone.store, conversation, '三')
    await phone.engine.editMessage(phone.store, first, '一、改め')
    await phone.engine.cancelMessage(phone.store, second)
    phone.connection.up = true
    await phone.syncNow()
    await other.syncNow()
    await vi.waitFor(async () => expect(await bodies(phone, conversation)).toEqual(['一、改め', '三']))
    expect(await bodies(other, conversation)).toEqual(['一、改め', '三'])
    expect(await now$(other.engine.unreadMessageCount(other.store))).toBe(2)
    expect(await other.store.collections.messages.findOne(second).exec()).toBeNull()
  })

  test('that had arrived without the device knowing is taken back for both', async () => {
    const ben = await world.person('ben')
    const conversation = await world.conversation(anna, ben)
    const [phone, other] = [await world.device(anna), await world.device(ben)]
    await phone.syncNow()
    phone.connection.up = false
    const id = await phone.engine.sendMessage(phone.store, conversation, 'まちがい')
    const { sent_at } = await phone.store.collections.messages.findOne(id).exec(true)
    const row = { id, conversation_id: conversation, sender_id: anna.userId, body: 'まちがい', sent_at }
    await world.rpc(anna, 'sync_push', { batches: { messages: [row] } })
    await other.syncNow()
    expect(await bodies(other, conversation)).toEqual(['まちがい'])

    expect(await phone.engine.cancelMessage(phone.store, id)).toBe('まちがい')
    phone.connection.up = true
    await phone.syncNow()
    await other.syncNow()
    await vi.waitFor(async () => expect(await bodies(other, conversation)).toEqual(['gone']))
    await vi.waitFor(async () => expect(await bodies(phone, conversation)).toEqual(['gone']))
    expect(await now$(other.engine.unreadMessageCount(other.store))).toBe(0)
    const notices = await world.asService(
      `notifications?user_id=eq.${ben.userId}&type=eq.message&select=message`,
    )
    expect(notices).toEqual([])
  })
})
