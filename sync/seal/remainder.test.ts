import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { depart, type Departure } from '../departure/depart.ts'
import { databasesOf } from '../generations/databases-of.ts'
import { dumpDatabases } from '../testing/device-dump.ts'
import { type Device, now$ } from '../testing/device.ts'
import {
  ANNA,
  BEN,
  CONVERSATION,
  openScene,
  pushes,
  type Scene,
  videoId,
  withConversation,
} from '../testing/scene.ts'
import { SESSION_DATABASE } from '../session/session-storage.ts'
import { returnRemainders } from './return-remainders.ts'
import { createSealKeyPair, type SealKeyPair } from './seal-box.ts'
import type { Draft } from './remainder.ts'
import type { SealKeyServer } from './seal-key.ts'
import { keepSealed, SEALED_DATABASE, sealedOf } from './sealed-database.ts'

const COMMENT = 'ひみつの感想kanarya1'
const MESSAGE = 'ひみつの手紙kanarya2'
const RECEIVED = '届いた手紙kanarya3'
const DRAFT = '書きかけkanarya4'
const YOUTUBE_ID = 'kanarya0005'
const CANARIES = [COMMENT, MESSAGE, RECEIVED, DRAFT, YOUTUBE_ID, 'kanarya', ANNA]

let scene: Scene
beforeEach(async () => {
  scene = openScene()
  withConversation(scene)
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
})
afterEach(() => scene.end())

/** The keys that a server keeps, of one account. */
function keyServer(handle: string): SealKeyServer & { pair: SealKeyPair | null; asked: number } {
  const server = {
    pair: null as SealKeyPair | null,
    asked: 0,
    sealKey: async (offered?: SealKeyPair) => {
      server.pair ??= offered ?? null
      return Promise.resolve(server.pair && { handle, publicKey: server.pair.publicKey })
    },
    privateKey: () => {
      server.asked++
      return Promise.resolve(server.pair?.privateKey ?? null)
    },
  }
  return server
}

const noDrafts = (): void => {}

/** What signing out does: the store is closed, then the account leaves. */
async function leave(
  device: Device,
  how: 'seal' | 'discard' = 'seal',
  drafts: Draft[] = [],
): Promise<Departure> {
  await device.close()
  return depart({
    userId: device.store.userId,
    how,
    drafts: () => drafts,
    forgetRest: () => {
      drafts.splice(0)
      return Promise.resolve()
    },
    forgetSession: () => Promise.resolve(),
  })
}

/** A device that was online once and has then done something of everything without a connection. */
async function offlineWork(keys: SealKeyServer): Promise<Device> {
  scene.server.write('messages', {
    id: videoId(900),
    conversation_id: CONVERSATION,
    sender_id: BEN,
    recipient_id: ANNA,
    body: RECEIVED,
    sent_at: 1,
  })
  scene.server.refuse('favorites', `${ANNA}|${videoId(2)}`, 'favorite_limit')
  const phone = await scene.device({ name: 'phone' })
  await returnRemainders(phone.store, keys, noDrafts)
  await phone.engine.favoriteVideo(phone.store, videoId(2))
  await phone.replicate().syncNow()
  await phone.replication?.stop()
  phone.replication = undefined
  const { engine, store } = phone
  await engine.rateVideo(store, YOUTUBE_ID, { overall: 4, comment: COMMENT })
  await engine.favoriteVideo(store, videoId(1))
  for (const number of [1, 2, 3]) await engine.sendMessage(store, CONVERSATION, `${MESSAGE}${number}`)
  await engine.changeSetting(store, 'presence', { volume: 0.5 })
  return phone
}

const bodiesOnServer = (): unknown[] =>
  scene.server
    .rows('messages')
    .filter(({ sender_id }) => sender_id === ANNA)
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map(({ body }) => body)

describe('what an account leaves behind sealed', () => {
  test('cannot be read on the device, in any part of it', async () => {
    const phone = await offlineWork(keyServer('handle'))
    expect(await dumpDatabases()).toContain(COMMENT)
    const drafts = [{ name: 'message:1', text: DRAFT }]
    expect(await leave(phone, 'seal', drafts)).toMatchObject({ remainder: 'sealed', count: 8 })
    expect(drafts).toEqual([])
    const dump = await dumpDatabases()
    for (const canary of CANARIES) expect(dump).not.toContain(canary)
    // Whoever knows a session puts it back where its database vanished: another file of this process may
    const names = (await Dexie.getDatabaseNames()).filter((name) => name !== SESSION_DATABASE)
    expect(names).toEqual([SEALED_DATABASE])
    expect(await sealedOf('handle')).toHaveLength(1)
  })

  test('comes back when the account signs in again, and arrives once and in order', async () => {
    const keys = keyServer('handle')
    await leave(await offlineWork(keys), 'seal', [{ name: 'message:1', text: DRAFT }])
    const again = await scene.device({ name: 'phone' })
    const drafts: Draft[] = []
    expect(await returnRemainders(again.store, keys, (put) => drafts.push(...put))).toEqual({
      count: 8,
      unopened: [],
    })
    expect(drafts).toEqual([{ name: 'message:1', text: DRAFT }])
    expect(await now$(again.engine.myRating(again.store, YOUTUBE_ID))).toMatchObject({
      comment: COMMENT,
      sync: 'local',
    })
    expect(await now$(again.engine.syncActivity(again.store))).toMatchObject({ pending: 6, attention: 1 })
    expect(await sealedOf('handle')).toEqual([])
    await again.replicate().syncNow()
    expect(bodiesOnServer()).toEqual([1, 2, 3].map((number) => `${MESSAGE}${number}`))
    expect(scene.server.rows('ratings')).toMatchObject([{ comment: COMMENT, user_id: ANNA }])
    // The refused one waits for the person as before
    expect(await now$(again.store.outbox.parked$)).toMatchObject([
      { id: `${ANNA}|${videoId(2)}`, code: 'favorite_limit' },
    ])
    expect(await now$(again.engine.syncActivity(again.store))).toMatchObject({ pending: 0, attention: 1 })
  })

  test('is neither seen nor sent by another account', async () => {
    const annasKeys = keyServer('handle of anna')
    await leave(await offlineWork(annasKeys))
    const bensKeys = keyServer('handle of ben')
    const ben = await scene.device({ name: 'phone', userId: BEN })
    expect(await returnRemainders(ben.store, bensKeys, noDrafts)).toEqual({ count: 0, unopened: [] })
    expect(bensKeys.asked).toBe(0)
    await ben.replicate().syncNow()
    expect(pushes(ben)).toBe(0)
    expect(bodiesOnServer()).toEqual([])
    // Not even one that was filed under Ben's handle
    const [record] = await sealedOf('handle of anna')
    if (record === undefined) throw new Error('nothing was sealed')
    await keepSealed({ ...record, handle: 'handle of ben' })
    expect(await returnRemainders(ben.store, bensKeys, noDrafts)).toMatchObject({
      count: 0,
      unopened: [{ id: record.id, reason: 'wrong_key' }],
    })
    expect(await sealedOf('handle of ben')).toHaveLength(1)
  })

  test('stays sealed, and is told of, when the account got another key or it was changed', async () => {
    const keys = keyServer('handle')
    await leave(await offlineWork(keys))
    const [record] = await sealedOf('handle')
    if (record === undefined) throw new Error('nothing was sealed')
    const good = keys.pair
    keys.pair = await createSealKeyPair()
    const again = await scene.device({ name: 'phone' })
    expect(await returnRemainders(again.store, keys, noDrafts)).toMatchObject({
      unopened: [{ reason: 'wrong_key' }],
    })
    keys.pair = good
    await keepSealed({ ...record, ciphertext: record.ciphertext.map((byte) => byte ^ 1) })
    expect(await returnRemainders(again.store, keys, noDrafts)).toMatchObject({
      unopened: [{ reason: 'damaged' }],
    })
    await keepSealed(record)
    expect(await returnRemainders(again.store, keys, noDrafts)).toMatchObject({ count: 7, unopened: [] })
  })

  test("that claims to be another account's content is not taken", async () => {
    const keys = keyServer('handle')
    await leave(await offlineWork(keys))
    // Ben's session with the keys of Anna: no server answers so, but nothing may rest on that
    const ben = await scene.device({ name: 'phone', userId: BEN })
    expect(await returnRemainders(ben.store, keys, noDrafts)).toMatchObject({
      unopened: [{ reason: 'wrong_account' }],
    })
    expect(await now$(ben.engine.syncActivity(ben.store))).toMatchObject({ pending: 0, attention: 0 })
  })

  test('changes nothing twice when its record is put back after it was returned and sent', async () => {
    const keys = keyServer('handle')
    await leave(await offlineWork(keys))
    const [record] = await sealedOf('handle')
    if (record === undefined) throw new Error('nothing was sealed')
    const again = await scene.device({ name: 'phone' })
    await returnRemainders(again.store, keys, noDrafts)
    await again.replicate().syncNow()
    await again.engine.unfavoriteVideo(again.store, videoId(1))
    await keepSealed(record)
    await returnRemainders(again.store, keys, noDrafts)
    await again.replication?.syncNow()
    expect(bodiesOnServer()).toEqual([1, 2, 3].map((number) => `${MESSAGE}${number}`))
    expect(scene.server.rows('favorites').filter(({ is_favorite }) => is_favorite)).toEqual([])
    expect(await sealedOf('handle')).toEqual([])
  })

  test('is not lost when the app dies while it is laid back, and is not doubled by the next attempt', async () => {
    const keys = keyServer('handle')
    await leave(await offlineWork(keys), 'seal', [{ name: 'message:1', text: DRAFT }])
    const dying = await scene.device({ name: 'phone' })
    const dies = (): never => {
      throw new Error('killed')
    }
    await expect(returnRemainders(dying.store, keys, dies)).rejects.toThrow('killed')
    expect(await sealedOf('handle')).toHaveLength(1)
    await dying.replicate().syncNow()
    await dying.close()
    const again = await scene.device({ name: 'phone' })
    expect(await returnRemainders(again.store, keys, noDrafts)).toMatchObject({ count: 8 })
    await again.replicate().syncNow()
    expect(bodiesOnServer()).toEqual([1, 2, 3].map((number) => `${MESSAGE}${number}`))
    expect(await sealedOf('handle')).toEqual([])
  })

  test('beside what was sealed before comes back with it: edits, refused and lost ones, and drafts, the later of each last', async () => {
    const keys = keyServer('handle')
    await leave(await offlineWork(keys), 'seal', [{ name: 'message:1', text: DRAFT }])
    // The server gives its key to nobody just now: the first stays sealed
    const silent: SealKeyServer = { sealKey: keys.sealKey, privateKey: () => Promise.resolve(null) }
    const between = await scene.device({ name: 'phone' })
    await expect(returnRemainders(between.store, silent, noDrafts)).rejects.toThrow()
    const { engine, store } = between
    scene.server.refuse('favorites', `${ANNA}|${videoId(3)}`, 'favorite_limit')
    await engine.favoriteVideo(store, videoId(3))
    await between.replicate().syncNow()
    await between.replication?.stop()
    between.replication = undefined
    await engine.rateVideo(store, YOUTUBE_ID, { overall: 2 })
    await engine.rateVideo(store, 'kanarya0006', { overall: 5 })
    await engine.sendMessage(store, CONVERSATION, `${MESSAGE}4`)
    const lost = (at: number, mine: number) =>
      ({ collection: 'ratings', id: `${ANNA}|${YOUTUBE_ID}`, field: 'clarity', mine, theirs: 1, at }) as const
    await store.outbox.overrule([lost(2, 5)], [])
    await leave(between, 'seal', [
      { name: 'message:1', text: 'later' },
      { name: 'message:2', text: 'another' },
    ])
    expect(await sealedOf('handle')).toHaveLength(2)

    const again = await scene.device({ name: 'phone' })
    const drafts: Draft[] = []
    const returned = await returnRemainders(again.store, keys, (put) => drafts.push(...put))
    expect(returned.unopened).toEqual([])
    expect(drafts.map(({ text }) => text)).toEqual(['later', 'another', DRAFT])
    expect(await sealedOf('handle')).toEqual([])
    expect(await now$(again.engine.myRating(again.store, YOUTUBE_ID))).toMatchObject({
      overall: 2,
      comment: COMMENT,
    })
    expect(again.store.outbox.overruled()).toMatchObject([{ field: 'clarity', mine: 5 }])
    expect([...again.store.outbox.parked().keys()].toSorted()).toEqual(
      [2, 3].map((n) => `favorites/${ANNA}|${videoId(n)}`),
    )
    await again.replicate().syncNow()
    expect(bodiesOnServer()).toEqual([1, 2, 3, 4].map((number) => `${MESSAGE}${number}`))
    expect(scene.server.rows('ratings')).toHaveLength(2)
    expect(await now$(again.engine.syncActivity(again.store))).toMatchObject({ pending: 0, attention: 2 })
  })

  test('of an older local generation comes back too, what was taken over already not twice', async () => {
    const keys = keyServer('handle')
    const older = await offlineWork(keys)
    await older.close()
    const newer = await scene.device({ name: 'phone', generation: 2 })
    await newer.engine.carryOver(newer.store)
    await newer.engine.unfavoriteVideo(newer.store, videoId(1))
    await newer.engine.rateVideo(newer.store, 'kanarya0006', { overall: 2 })
    expect(await leave(newer)).toMatchObject({ remainder: 'sealed', count: 8 })
    expect(await databasesOf(ANNA)).toEqual([])
    const again = await scene.device({ name: 'phone' })
    expect(await returnRemainders(again.store, keys, noDrafts)).toMatchObject({ count: 8 })
    await again.replicate().syncNow()
    expect(scene.server.rows('favorites').filter(({ is_favorite }) => is_favorite)).toEqual([])
    expect(bodiesOnServer()).toHaveLength(3)
  })
})

describe('a departure', () => {
  test('with nothing unsent leaves nothing, sealed or not', async () => {
    const phone = await scene.device({ name: 'phone' })
    await returnRemainders(phone.store, keyServer('handle'), noDrafts)
    expect(await leave(phone)).toEqual({ remainder: 'none' })
    expect(await Dexie.getDatabaseNames()).toEqual([])
  })

  test('that gives up what is unsent leaves nothing of it', async () => {
    const phone = await offlineWork(keyServer('handle'))
    expect(await leave(phone, 'discard')).toEqual({ remainder: 'discarded' })
    expect(await Dexie.getDatabaseNames()).toEqual([])
  })

  test('of a device that never got the key leaves what is unsent as it is, and the next sign-in sends it', async () => {
    const phone = await scene.device({ name: 'phone' })
    await phone.engine.sendMessage(phone.store, CONVERSATION, MESSAGE)
    expect(await leave(phone)).toEqual({ remainder: 'kept', count: 1 })
    const again = await scene.device({ name: 'phone' })
    await again.replicate().syncNow()
    expect(bodiesOnServer()).toEqual([MESSAGE])
  })

  test('that cannot seal deletes nothing', async () => {
    const keys = keyServer('handle')
    const phone = await offlineWork(keys)
    await phone.store.outbox.remember('seal_key', { handle: 'handle', publicKey: 'no key' })
    await expect(leave(phone)).rejects.toThrow()
    expect(await dumpDatabases()).toContain(COMMENT)
  })

  test('that was interrupted after it had sealed is finished without sealing again, also what was given up', async () => {
    for (const how of ['seal', 'discard'] as const) {
      const keys = keyServer(how)
      const phone = await offlineWork(keys)
      await phone.close()
      const parts = { userId: ANNA, drafts: () => [], forgetRest: () => Promise.resolve() }
      const dies = (): Promise<void> => Promise.reject(new Error('killed'))
      await expect(depart({ ...parts, how, forgetSession: dies })).rejects.toThrow('killed')
      expect(await databasesOf(ANNA)).not.toEqual([])
      await depart({ ...parts, how: 'seal', forgetSession: () => Promise.resolve() })
      expect(await databasesOf(ANNA)).toEqual([])
      expect(await sealedOf(how)).toHaveLength(how === 'seal' ? 1 : 0)
    }
  })

  test('that was interrupted while it deleted is finished, whatever was gone by then', async () => {
    const keys = keyServer('handle')
    const phone = await offlineWork(keys)
    await phone.close()
    const parts = {
      userId: ANNA,
      how: 'seal',
      drafts: () => [],
      forgetRest: () => Promise.resolve(),
    } as const
    const deleting = vi.spyOn(indexedDB, 'deleteDatabase')
    const stock = deleting.getMockImplementation() ?? IDBFactory.prototype.deleteDatabase.bind(indexedDB)
    deleting.mockImplementation((name) => {
      if (deleting.mock.calls.length > 5) throw new Error('killed')
      return stock(name)
    })
    await depart({ ...parts, forgetSession: () => Promise.resolve() })
    deleting.mockRestore()
    expect(await databasesOf(ANNA)).not.toEqual([])
    await depart({ ...parts, forgetSession: () => Promise.resolve() })
    expect(await databasesOf(ANNA)).toEqual([])
    expect(await sealedOf('handle')).toHaveLength(1)
  })

  test('that nobody asked for does nothing when the account is signed in again', async () => {
    const phone = await offlineWork(keyServer('handle'))
    await phone.close()
    const departure = await depart({
      userId: ANNA,
      how: 'seal',
      drafts: () => [],
      forgetRest: () => Promise.resolve(),
      forgetSession: () => Promise.resolve(),
      isBack: () => Promise.resolve(true),
    })
    expect(departure).toEqual({ remainder: 'back' })
    expect(await dumpDatabases()).toContain(COMMENT)
  })
})
