// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AWAY_AFTER_MS, PRESENCE_SETTING, TYPING_LASTS_MS } from '#domain/presence.ts'
import { createValue } from '#platform/observable-value.ts'
import { changeSetting } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore } from '../../../tests/support/screen.tsx'
import { keepPresences, type Presences } from './presence.ts'
import type { Hearing, Realtime } from './realtime.ts'

const CONVERSATION = '00000000-0000-4000-8000-0000000000c1'
const PARTNER = 'ffffffff-ffff-4fff-8fff-fffffffffff1'

type Channel = { hearing: Hearing; said: unknown[]; shown: unknown[]; present: (states: unknown[]) => void }

/** A server whose channels the test speaks in for the others. */
function fakeRealtime() {
  const channels = new Map<string, Channel>()
  const realtime: Realtime = {
    enter: (topic, hearing) => {
      const present = (states: unknown[]): void =>
        hearing.presence?.present((key) => (key === PARTNER ? states : []))
      const channel: Channel = { hearing, said: [], shown: [], present }
      channels.set(topic, channel)
      return {
        say: (event, payload) => channel.said.push({ event, ...payload }),
        show: (payload) => channel.shown.push(payload),
        leave: () => channels.delete(topic),
      }
    },
    close: () => {},
  }
  return { realtime, channels }
}

let visibility: DocumentVisibilityState
const look = (now: DocumentVisibilityState): void => {
  visibility = now
  document.dispatchEvent(new Event('visibilitychange'))
}
let presences: Presences | undefined
beforeEach(() => {
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  presences?.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const holdConversation = (store: Store) =>
  store.collections.conversations.insert({
    id: CONVERSATION,
    user1_id: store.userId,
    user2_id: PARTNER,
    is_active: true,
    user1_unread_count: 0,
    user2_unread_count: 0,
    user1_read_seq: 0,
    user2_read_seq: 0,
    server_version: 1,
    my_read_seq: 0,
    recent_key: '00000000000000',
    row_version: 1,
    sync_epoch: '1.1',
  })

async function enter() {
  const store = await openTestStore()
  await holdConversation(store)
  const online = createValue(true)
  const { realtime, channels } = fakeRealtime()
  presences = keepPresences({ store, realtime, online })
  const channel = await vi.waitFor(() => {
    const found = channels.get(`conversation:${CONVERSATION}`)
    if (!found) throw new Error('not entered')
    return found
  })
  channel.hearing.joined()
  return { store, online, channels, channel, room: presences.roomOf(CONVERSATION) }
}

test('says online, away and busy by what the person does and chose', async () => {
  const { store, channel } = await enter()
  expect(channel.shown).toEqual([{ state: 'online' }])
  look('hidden')
  look('visible')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  window.dispatchEvent(new Event('keydown'))
  look('visible')
  vi.advanceTimersByTime(AWAY_AFTER_MS)
  window.dispatchEvent(new Event('pointerdown'))
  vi.useRealTimers()
  await changeSetting(store, PRESENCE_SETTING, 'busy')
  await vi.waitFor(() => expect(channel.shown.at(-1)).toEqual({ state: 'busy' }))
  look('hidden')
  const states = ['online', 'away', 'online', 'away', 'online', 'busy']
  expect(channel.shown).toEqual(states.map((state) => ({ state })))
})

test('says it again when the connection was lost', async () => {
  const { channel } = await enter()
  channel.hearing.lost?.()
  channel.hearing.joined()
  expect(channel.shown).toEqual([{ state: 'online' }, { state: 'online' }])
})

test('tells of the partner what their devices say, and nothing without a connection', async () => {
  const { channel, room, online } = await enter()
  expect(room.partner.read()).toEqual({ presence: null, typing: false })
  channel.present([])
  expect(room.partner.read().presence).toBe('offline')
  channel.present([{ state: 'away' }, { state: 'online' }])
  expect(room.partner.read().presence).toBe('online')
  channel.present(['forged', { state: 7 }])
  expect(room.partner.read().presence).toBe('away')
  channel.hearing.lost?.()
  expect(room.partner.read().presence).toBeNull()
  channel.present([{ state: 'busy' }])
  expect(room.partner.read().presence).toBe('busy')
  online.set(false)
  expect(room.partner.read().presence).toBeNull()
})

test('the partner types until they stop, fall silent or go; oneself elsewhere does not count', async () => {
  const { store, channel, room } = await enter()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const hear = (by: string, typing: unknown) => channel.hearing.heard('typing', { by, typing })
  hear(store.userId, true)
  hear(PARTNER, 'forged')
  expect(room.partner.read().typing).toBe(false)
  hear(PARTNER, true)
  vi.advanceTimersByTime(TYPING_LASTS_MS - 1)
  hear(PARTNER, true)
  vi.advanceTimersByTime(TYPING_LASTS_MS - 1)
  expect(room.partner.read().typing).toBe(true)
  vi.advanceTimersByTime(1)
  expect(room.partner.read().typing).toBe(false)
  hear(PARTNER, true)
  hear(PARTNER, false)
  expect(room.partner.read().typing).toBe(false)
  hear(PARTNER, true)
  channel.present([])
  expect(room.partner.read().typing).toBe(false)
})

test('says that the person types', async () => {
  const { store, channel, room } = await enter()
  // What was typed while nobody could hear it does not delay what is typed after
  channel.hearing.lost?.()
  room.typing(true)
  channel.hearing.joined()
  for (const typing of [true, true, false]) room.typing(typing)
  expect(channel.said).toEqual([
    { event: 'typing', by: store.userId, typing: true },
    { event: 'typing', by: store.userId, typing: false },
  ])
})

test('leaves a conversation that a block hides, and all when it stops', async () => {
  const { store, channels, channel, room } = await enter()
  channel.present([{ state: 'online' }])
  const doc = await store.collections.conversations.findOne(CONVERSATION).exec(true)
  await doc.remove()
  await vi.waitFor(() => expect(channels.size).toBe(0))
  expect(room.partner.read().presence).toBeNull()
  await holdConversation(store)
  await vi.waitFor(() => expect(channels.size).toBe(1))
  presences?.stop()
  expect(channels.size).toBe(0)
})

test('a tab that was never looked at says nothing', async () => {
  visibility = 'hidden'
  const store = await openTestStore()
  await holdConversation(store)
  const { realtime, channels } = fakeRealtime()
  presences = keepPresences({ store, realtime, online: createValue(true) })
  presences.roomOf(CONVERSATION)
  await store.collections.conversations.find().exec()
  expect(channels.size).toBe(0)
  look('visible')
  await vi.waitFor(() => expect(channels.size).toBe(1))
})
