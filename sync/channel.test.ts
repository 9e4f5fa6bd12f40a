import { describe, expect, test, vi } from 'vitest'
import { openTabChannel, type TabMessage } from './channel.ts'
import { openCorrectedClock } from './corrected-clock.ts'
import { createInFlight } from './in-flight.ts'
import { openOutbox } from './outbox/outbox.ts'

describe('the channel of the tabs', () => {
  test('carries known messages to the others, and nothing else', async () => {
    const [first, second] = [openTabChannel('channel-one'), openTabChannel('channel-one')]
    const heard: TabMessage[] = []
    second.messages$.subscribe((message) => heard.push(message))
    const stranger = new BroadcastChannel('channel-one')
    stranger.postMessage({ type: 'sending', keys: 'all' })
    stranger.postMessage('nonsense')
    first.post({ type: 'repull', collection: 'favorites' })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'repull', collection: 'favorites' }]))
    stranger.close()
    first.close()
    second.close()
    expect(() => first.post({ type: 'ask_sending' })).not.toThrow()
  })

  test('tells the tab itself only what it is asked to tell everybody', () => {
    const channel = openTabChannel('channel-two')
    const heard: TabMessage[] = []
    channel.messages$.subscribe((message) => heard.push(message))
    channel.post({ type: 'repull', collection: 'a' })
    channel.tell({ type: 'repull', collection: 'b' })
    expect(heard).toEqual([{ type: 'repull', collection: 'b' }])
    channel.close()
  })
})

describe('what is on its way', () => {
  test('is known to a tab that opens later, and forgotten with a new leader', async () => {
    const leading = openTabChannel('flight')
    const leader = createInFlight(leading).lead()
    leader.add('favorites', ['a', 'b'])
    leader.remove('favorites', ['b'])
    const later = openTabChannel('flight')
    const follower = createInFlight(later)
    await vi.waitFor(() => expect([...follower.keys()]).toEqual(['favorites/a']))
    leading.close()
    const next = openTabChannel('flight')
    createInFlight(next).lead()
    await vi.waitFor(() => expect([...follower.keys()]).toEqual([]))
    for (const channel of [later, next]) channel.close()
  })
})

test('what has stopped leading marks nothing more, and hears what the next one has on its way', async () => {
  const [one, two, three] = [openTabChannel('led'), openTabChannel('led'), openTabChannel('led')]
  const [before, after, follower] = [createInFlight(one), createInFlight(two), createInFlight(three)]
  const ended = before.lead()
  after.lead().add('favorites', ['b'])
  await vi.waitFor(() => expect([...follower.keys()]).toEqual(['favorites/b']))
  expect([...before.keys()]).toEqual([])
  ended.end()
  ended.add('favorites', ['a'])
  await vi.waitFor(() => expect([...before.keys()]).toEqual(['favorites/b']))
  expect([...after.keys()]).toEqual(['favorites/b'])
  for (const channel of [one, two, three]) channel.close()
})

test('the corrected clock is learned once and known to all tabs', async () => {
  const outbox = await openOutbox('mirutomo-clock')
  const [first, second] = [openTabChannel('clock'), openTabChannel('clock')]
  const here = await openCorrectedClock({ now: () => 1_000, outbox, channel: first })
  const there = await openCorrectedClock({ now: () => 1_000, outbox, channel: second })
  expect(here.now()).toBe(1_000)
  here.learn({ sentAt: 990, receivedAt: 1_000, serverTime: 5_995 })
  expect(here.now()).toBe(5_995)
  await vi.waitFor(() => expect(there.now()).toBe(5_995))
  expect(there.deviceNow()).toBe(1_000)
  first.close()
  second.close()
  outbox.close()
})
