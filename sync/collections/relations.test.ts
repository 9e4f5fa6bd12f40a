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

describe('a liking', () => {
  const offer = (score: number) => ({ score, age: 30, common_favorites: 2 })
  const offered = (user_id: string, other_id: string) => ({
    id: `${user_id}|${other_id}`,
    user_id,
    other_id,
    is_blocked: false,
    blocked_edited_at: 0,
    liking: 'none',
    liking_edited_at: 0,
    offered_on: '2026-05-01',
    offer: offer(40),
  })
  const names = (people: { profile: { username: string } }[]): string[] =>
    people.map(({ profile }) => profile.username)
  beforeEach(async () => {
    scene.server.write('relations', offered(ANNA, BEN))
    await phone.replication?.syncNow()
  })

  test('acts at once, also offline, can be taken back, and reaches the other', async () => {
    const { engine, store } = phone
    expect(await now$(engine.matchCandidates(store))).toMatchObject([
      { profile: { username: 'ben' }, offer: { score: 40, age: 30 } },
    ])
    await phone.replication?.stop()
    await engine.decideLiking(store, BEN, 'like')
    expect(await now$(engine.matchCandidates(store))).toEqual([])
    expect(await now$(engine.likedPeople(store))).toMatchObject([{ other_id: BEN, sync: 'local' }])
    await engine.decideLiking(store, BEN, 'none')
    expect(names(await now$(engine.matchCandidates(store)))).toEqual(['ben'])
    await engine.decideLiking(store, BEN, 'like')
    await phone.replicate().syncNow()
    expect(await now$(engine.likedPeople(store))).toMatchObject([{ sync: 'saved' }])
    const ben = await scene.device({ userId: BEN })
    await ben.replicate().syncNow()
    expect(names(await now$(ben.engine.incomingLikes(ben.store)))).toEqual(['anna'])
    await ben.engine.decideLiking(ben.store, ANNA, 'like')
    await ben.replication?.syncNow()
    await phone.replication?.syncNow()
    for (const device of [phone, ben])
      expect(await now$(device.engine.matches(device.store))).toMatchObject([
        { sync: 'saved', likes_me_at: expect.any(Number), matched_at: expect.any(Number) },
      ])
    expect(await now$(ben.engine.incomingLikes(ben.store))).toEqual([])
  })

  test('of one device and a block of another both stand, each by its own time', async () => {
    const laptop = await scene.device()
    await laptop.replicate().syncNow()
    await phone.replication?.stop()
    await phone.engine.decideLiking(phone.store, BEN, 'skip')
    await nextMoment()
    await laptop.engine.blockPerson(laptop.store, BEN)
    await laptop.replication?.syncNow()
    await phone.replicate().syncNow()
    await laptop.replication?.syncNow()
    for (const device of [phone, laptop])
      expect(await now$(device.engine.relationWith(device.store, BEN))).toMatchObject({
        is_blocked: true,
        liking: 'skip',
        sync: 'saved',
      })
  })

  test('of somebody who was not offered, or is blocked, is refused before it is stored', async () => {
    const { engine, store } = phone
    const stranger = BEN.replace(/.$/, 'f')
    await expect(engine.decideLiking(store, stranger, 'like')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(engine.decideLiking(store, ANNA, 'like')).rejects.toThrow('person')
    await engine.decideLiking(store, BEN, 'like')
    await engine.blockPerson(store, BEN)
    expect(await now$(engine.relationWith(store, BEN))).toMatchObject({ is_blocked: true, liking: 'none' })
    await expect(engine.decideLiking(store, BEN, 'like')).rejects.toMatchObject({ code: 'blocked' })
    for (const list of [engine.matchCandidates, engine.likedPeople])
      expect(await now$(list(store))).toEqual([])
  })

  test('that another device changed later is told where it was made, and comes back from there', async () => {
    const laptop = await scene.device()
    await laptop.replicate().syncNow()
    await phone.replication?.stop()
    await phone.engine.decideLiking(phone.store, BEN, 'like')
    await nextMoment()
    await laptop.engine.decideLiking(laptop.store, BEN, 'skip')
    await laptop.replication?.syncNow()
    await phone.replicate().syncNow()
    const [lost] = await now$(phone.engine.conflicts(phone.store))
    expect(lost).toMatchObject({
      collection: 'relations',
      values: [{ field: 'liking', mine: 'like', theirs: 'skip' }],
    })
    if (lost === undefined) throw new Error('nothing was lost')
    await phone.engine.restoreOverruled(phone.store, lost)
    await phone.replication?.syncNow()
    expect(scene.server.row('relations', `${ANNA}|${BEN}`)).toMatchObject({ liking: 'like' })
  })
})
