import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import {
  ANNA,
  BEN,
  CONVERSATION,
  nextMoment,
  openScene,
  type Scene,
  withConversation,
} from '../testing/scene.ts'

const NOTIFICATION = '018f0000-0000-7000-8000-0000000000d1'

let scene: Scene
let phone: Device
beforeEach(async () => {
  scene = openScene()
  scene.server.write('profiles', { id: ANNA, username: 'anna' }, { id: BEN, username: 'ben' })
  withConversation(scene)
  scene.server.push(BEN, {
    messages: [
      { id: NOTIFICATION.replace('d1', 'e1'), conversation_id: CONVERSATION, body: 'やあ', sent_at: 1 },
    ],
  })
  scene.server.notify({ user_id: ANNA, type: 'system', title: 'from Ben', sender_id: BEN })
  phone = await scene.device()
  await phone.replicate().syncNow()
})
afterEach(() => scene.end())

/** What a device shows of Ben, and what it counts. */
async function shownOn({ engine, store }: Device): Promise<Record<string, unknown>> {
  const [conversations, messages, unread, notifications, waiting] = await Promise.all([
    now$(engine.conversationList(store)),
    now$(engine.messagesOf(store, CONVERSATION)),
    now$(engine.unreadMessageCount(store)),
    now$(engine.notificationList(store)),
    now$(engine.unreadNotificationCount(store)),
  ])
  return {
    conversations: conversations.length,
    messages: messages.length,
    unread,
    notifications: notifications.length,
    waiting,
  }
}
const EVERYTHING = { conversations: 1, messages: 1, unread: 1, notifications: 2, waiting: 2 }
const NOTHING = { conversations: 0, messages: 0, unread: 0, notifications: 0, waiting: 0 }

const isBlocked = (): boolean => scene.server.row('relations', `${ANNA}|${BEN}`)?.['is_blocked'] === true

describe('a block', () => {
  test('acts at once, also offline, and its end shows at once what is still there', async () => {
    expect(await shownOn(phone)).toEqual(EVERYTHING)
    await phone.replication?.stop()
    const { engine, store } = phone
    await engine.blockPerson(store, BEN)
    expect(await shownOn(phone)).toEqual(NOTHING)
    expect(await now$(engine.blockedPeople(store))).toMatchObject([
      { other_id: BEN, name: 'ben', sync: 'local' },
    ])
    expect(isBlocked()).toBe(false)
    await engine.unblockPerson(store, BEN)
    expect(await shownOn(phone)).toEqual(EVERYTHING)
    expect(await now$(engine.blockedPeople(store))).toEqual([])
  })

  test('reaches the server and the other device, keeps the name there, and comes back as a whole', async () => {
    const laptop = await scene.device()
    await laptop.replicate().syncNow()
    await phone.engine.blockPerson(phone.store, BEN)
    await phone.replication?.syncNow()
    await laptop.replication?.syncNow()
    expect(await laptop.store.collections.profiles.findOne(BEN).exec()).toBeNull()
    expect(await shownOn(laptop)).toEqual(NOTHING)
    expect(await now$(laptop.engine.blockedPeople(laptop.store))).toMatchObject([
      { name: 'ben', sync: 'saved' },
    ])
    await nextMoment()
    await laptop.engine.unblockPerson(laptop.store, BEN)
    await laptop.replication?.syncNow()
    await phone.replication?.syncNow()
    for (const device of [phone, laptop]) expect(await shownOn(device)).toEqual(EVERYTHING)
    expect(await now$(phone.engine.relationWith(phone.store, BEN))).toMatchObject({
      is_blocked: false,
      sync: 'saved',
    })
  })

  test('and a message that waited end in blocked, in one push', async () => {
    await phone.replication?.stop()
    const { engine, store } = phone
    const id = await engine.sendMessage(store, CONVERSATION, 'さようなら')
    await engine.blockPerson(store, BEN)
    await phone.replicate().syncNow()
    expect(isBlocked()).toBe(true)
    expect(scene.server.row('messages', id)).toBeUndefined()
    expect(await now$(store.outbox.parked$)).toMatchObject([{ collection: 'messages', id, code: 'blocked' }])
    const [push] = phone.link.requests.filter(({ name }) => name === 'sync_push')
    expect(push?.body).toMatchObject({ batches: { relations: [{ other_id: BEN }], messages: [{ id }] } })
  })

  test('takes no message to who is blocked', async () => {
    const { engine, store } = phone
    await engine.blockPerson(store, BEN)
    await expect(engine.sendMessage(store, CONVERSATION, 'やっぱり')).rejects.toMatchObject({
      code: 'blocked',
    })
    expect(await store.collections.messages.find({ selector: { body: 'やっぱり' } }).exec()).toEqual([])
  })

  test('of oneself means nothing', async () => {
    await expect(phone.engine.blockPerson(phone.store, ANNA)).rejects.toThrow('person')
    expect(await phone.store.collections.relations.find().exec()).toEqual([])
  })

  test('pressed many times at once ends as the last press', async () => {
    const { engine, store } = phone
    await Promise.all([
      engine.blockPerson(store, BEN),
      engine.unblockPerson(store, BEN),
      engine.blockPerson(store, BEN),
      engine.unblockPerson(store, BEN),
    ])
    expect(await now$(engine.relationWith(store, BEN))).toMatchObject({ is_blocked: false })
  })

  test('that another device lifted later is told where it was made, and comes back from there', async () => {
    const laptop = await scene.device()
    await laptop.replicate().syncNow()
    await phone.replication?.stop()
    await phone.engine.blockPerson(phone.store, BEN)
    await nextMoment()
    await laptop.engine.blockPerson(laptop.store, BEN)
    await nextMoment()
    await laptop.engine.unblockPerson(laptop.store, BEN)
    await laptop.replication?.syncNow()
    await phone.replicate().syncNow()
    expect(isBlocked()).toBe(false)
    const [lost] = await now$(phone.engine.conflicts(phone.store))
    expect(lost).toMatchObject({ collection: 'relations', subject: { kind: 'person', name: 'ben' } })
    if (lost === undefined) throw new Error('nothing was lost')
    await phone.engine.restoreOverruled(phone.store, lost)
    await phone.replication?.syncNow()
    expect(isBlocked()).toBe(true)
  })

  test('that waits is named by whom it is about', async () => {
    await phone.replication?.stop()
    await phone.engine.blockPerson(phone.store, BEN)
    expect(await now$(phone.engine.waitingEdits(phone.store))).toMatchObject([
      { collection: 'relations', subject: { kind: 'person', name: 'ben' } },
    ])
  })
})
