import { randomUUID } from 'node:crypto'
import { afterEach, expect, inject, test } from 'vitest'
import { openRealtime, type Realtime } from '#app/store/realtime.ts'
import { watchPokes } from '#app/store/pokes.ts'
import { createValue, type WritableValue } from '#platform/observable-value.ts'
import { eventually } from '../../supabase/local/realtime/testing/channels.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const opened: Realtime[] = []
afterEach(() => {
  for (const realtime of opened.splice(0)) realtime.close()
})

type Person = { id: string; realtime: Realtime; online: WritableValue<boolean>; asked: () => number }
async function signUp(isOnline = true): Promise<Person> {
  const { data, error } = await anonymousClient(stack).auth.signUp({
    email: `${randomUUID()}@door.test`,
    password: 'a-password-of-theirs',
  })
  if (error) throw error
  const online = createValue(isOnline)
  let asked = 0
  const realtime = openRealtime({
    apiUrl: stack.api,
    apiKey: stack.publishableKey,
    accessToken: async () => {
      asked += 1
      return data.session?.access_token ?? null
    },
    online,
  })
  opened.push(realtime)
  return { id: data.user?.id ?? '', realtime, online, asked: () => asked }
}

async function conversationOf(one: Person, other: Person): Promise<string> {
  const [user1_id, user2_id] = [one.id, other.id].toSorted()
  const { data, error } = await service
    .from('conversations')
    .insert({ user1_id, user2_id })
    .select('id')
    .single()
  if (error) throw error
  return `conversation:${String(data.id)}`
}

/** In the channel, with everything it told so far. */
function enter(person: Person, topic: string, watched: Person) {
  const told: unknown[] = []
  const membership = person.realtime.enter(topic, {
    joined: () => {
      told.push('joined')
      membership.show({ state: 'online' })
    },
    heard: (event, payload) => told.push([event, payload]),
    presence: {
      key: person.id,
      present: (devices) => {
        const there = devices(watched.id).length
        if (told.at(-1) !== there) told.push(there)
      },
    },
  })
  return { ...membership, told }
}

test('one socket brings pokes and the partner: there, typing, gone, and there again', async () => {
  const [anna, ben] = [await signUp(), await signUp()]
  const topic = await conversationOf(anna, ben)
  const pokes: string[][] = []
  const watching = watchPokes(anna.realtime, anna.id).subscribe((names) => pokes.push(names))
  const hers = enter(anna, topic, ben)
  const his = enter(ben, topic, anna)
  // Either may be the first to be there
  await eventually(() => expect(hers.told.at(-1)).toBe(1))
  await eventually(() => expect(his.told.at(-1)).toBe(1))
  expect([hers.told[0], his.told[0]]).toEqual(['joined', 'joined'])
  his.say('typing', { typing: true })
  await eventually(() => expect(hers.told.at(-1)).toMatchObject(['typing', { typing: true }]))
  his.leave()
  // Back before the channel is quite left
  const again = enter(ben, topic, anna)
  await eventually(() => expect(hers.told.slice(-2)).toEqual([0, 1]))
  await eventually(() => expect(again.told.at(-1)).toBe(1))
  ben.realtime.close()
  await eventually(() => expect(hers.told.at(-1)).toBe(0))
  // Messages are live for everybody
  await service.from('notifications').insert({ user_id: anna.id, type: 'message', title: 'a', message: 'b' })
  await eventually(() => expect(pokes).toContainEqual(['notifications']))
  watching.unsubscribe()
})

test('nothing is asked for before there is a connection, and nothing after it was closed', async () => {
  const [anna, ben] = [await signUp(false), await signUp()]
  const topic = await conversationOf(anna, ben)
  const his = enter(ben, topic, anna)
  const hers = enter(anna, topic, ben)
  await eventually(() => expect(his.told).toEqual(['joined', 0]))
  expect([hers.told, anna.asked()]).toEqual([[], 0])
  anna.online.set(true)
  await eventually(() => expect(his.told).toEqual(['joined', 0, 1]))
  anna.realtime.close()
  const late = enter(anna, topic, ben)
  anna.online.set(false)
  anna.online.set(true)
  await eventually(() => expect(his.told).toEqual(['joined', 0, 1, 0]))
  expect(late.told).toEqual([])
})
