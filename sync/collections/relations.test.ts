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

/** Longer than the exchange of these tests waits for anything else. */
const LONG_READ_MS = 600

let scene: Scene
let phone: Device
beforeEach(async () => {
  scene = openScene()
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

  test('and a message that waited end in blocked also where the block is read long after the message', async () => {
    await phone.replication?.stop()
    const { engine, store } = phone
    const id = await engine.sendMessage(store, CONVERSATION, 'さようなら')
    await engine.blockPerson(store, BEN)
    const storage = store.collections.relations.internalStorageInstance
    const read = storage.getChangedDocumentsSince?.bind(storage)
    storage.getChangedDocumentsSince = async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, LONG_READ_MS))
      return read?.(...asked) ?? { documents: [], checkpoint: undefined }
    }
    await phone.replicate().syncNow()
    expect(scene.server.row('messages', id)).toBeUndefined()
    expect(await now$(store.outbox.parked$)).toMatchObject([{ collection: 'messages', id, code: 'blocked' }])
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

describe('the answer to a connection request', () => {
  const REQUEST = '018f0000-0000-7000-8000-0000000000f1'
  const request = { id: REQUEST, user_id: ANNA, connected_user_id: BEN, status: 'pending' }
  const statusOn = async ({ engine, store }: Device) => await now$(engine.requestState(store, REQUEST))
  let laptop: Device
  beforeEach(async () => {
    scene.server.write('connections', request)
    laptop = await scene.device()
    await laptop.replicate().syncNow()
    await phone.replication?.syncNow()
    await phone.replication?.stop()
    await laptop.replication?.stop()
  })

  test('is stored first, reaches the other, and is given once', async () => {
    await phone.engine.answerRequest(phone.store, REQUEST, true)
    expect(await statusOn(phone)).toEqual({ status: 'connected', sync: 'local', isLate: false })
    await expect(phone.engine.answerRequest(phone.store, REQUEST, false)).rejects.toThrow('')
    await phone.replicate().syncNow()
    expect(scene.server.row('connections', REQUEST)).toMatchObject({ status: 'connected' })
    expect(await statusOn(phone)).toEqual({ status: 'connected', sync: 'saved', isLate: false })
    await expect(phone.engine.answerRequest(phone.store, REQUEST, true)).rejects.toMatchObject({
      name: 'AlreadyAnsweredError',
      answer: 'connected',
    })
  })

  test('from two devices offline ends in one state: that of the first to arrive', async () => {
    await phone.engine.answerRequest(phone.store, REQUEST, true)
    await nextMoment()
    await laptop.engine.answerRequest(laptop.store, REQUEST, false)
    await phone.replicate().syncNow()
    await laptop.replicate().syncNow()
    await phone.replication?.syncNow()
    expect(scene.server.row('connections', REQUEST)).toMatchObject({ status: 'connected' })
    for (const device of [phone, laptop])
      expect(await statusOn(device)).toEqual({ status: 'connected', sync: 'saved', isLate: true })
  })

  test('is refused for a request that this device does not hold', async () => {
    const unknown = REQUEST.replace('f1', 'f2')
    await expect(phone.engine.answerRequest(phone.store, unknown, true)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await now$(phone.engine.requestState(phone.store, unknown))).toBeUndefined()
  })

  test.each([undefined, `${new Date().getFullYear() - 10}-01-01`])(
    'is no yes from somebody born on %s, who knows it before; a no it may be',
    async (birth_date) => {
      scene.server.write('profiles', { id: ANNA, birth_date })
      await phone.replicate().syncNow()
      await phone.replication?.stop()
      await expect(phone.engine.answerRequest(phone.store, REQUEST, true)).rejects.toMatchObject({
        code: 'adult_required',
      })
      expect(await statusOn(phone)).toEqual({ status: 'pending', sync: 'saved', isLate: false })
      await phone.engine.answerRequest(phone.store, REQUEST, false)
      expect(await statusOn(phone)).toEqual({ status: 'rejected', sync: 'local', isLate: false })
    },
  )

  test('is asked for no more when the request is gone, but not before the device can know', async () => {
    const isGone = ({ engine, store }: Device, id: string, toldAt: number) =>
      now$(engine.isRequestGone(store, id, new Date(toldAt).toISOString()))
    const unknown = REQUEST.replace('f1', 'f2')
    const now = Date.now()
    expect(await isGone(phone, REQUEST, now - 60_000)).toBe(false)
    expect(await isGone(phone, unknown, now + 60_000)).toBe(false)
    expect(await isGone(phone, unknown, now - 60_000)).toBe(true)
  })
})

describe('a report', () => {
  test('is stored first, and goes up before a message that waited', async () => {
    await phone.replication?.stop()
    const { engine, store } = phone
    await engine.sendMessage(store, CONVERSATION, 'やめてください')
    await engine.reportPerson(store, BEN, 'harassment', 'しつこい')
    expect(await now$(engine.relationWith(store, BEN))).toMatchObject({
      sync: 'local',
      report_reason: 'harassment',
    })
    await phone.replicate().syncNow()
    expect(scene.server.row('relations', `${ANNA}|${BEN}`)).toMatchObject({ report_body: 'しつこい' })
    expect(await now$(engine.relationWith(store, BEN))).toMatchObject({ sync: 'saved', is_blocked: false })
  })

  test('that is too long, or of oneself, is not stored', async () => {
    const { engine, store } = phone
    await expect(engine.reportPerson(store, BEN, 'other', 'あ'.repeat(2_001))).rejects.toThrow('body')
    await expect(engine.reportPerson(store, ANNA, 'other', '')).rejects.toThrow('person')
    expect(await store.collections.relations.find().exec()).toEqual([])
  })
})
