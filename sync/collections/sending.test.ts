import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { ANNA, BEN, BORN, CONVERSATION, openScene, type Scene, withConversation } from '../testing/scene.ts'
import { relationId } from './relations.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
  withConversation(scene)
})
afterEach(() => scene.end())

async function deviceOf(own: Record<string, unknown>, isMatch = false): Promise<Device> {
  scene.server.write('profiles', { id: ANNA, ...own })
  const match = { liking: 'like', liking_edited_at: 1, likes_me_at: 1, matched_at: 1 }
  scene.server.write('relations', {
    id: relationId(ANNA, BEN),
    user_id: ANNA,
    other_id: BEN,
    is_blocked: false,
    blocked_edited_at: 0,
    ...(isMatch ? match : {}),
  })
  const device = await scene.device()
  await device.replicate().syncNow()
  return device
}
const write = ({ engine, store }: Device, body: string): Promise<string> =>
  engine.sendMessage(store, CONVERSATION, body)
const refusal = ({ engine, store }: Device) => now$(engine.sendingRefusals(store, CONVERSATION))

test.each([undefined, `${new Date().getFullYear() - 10}-01-01`])(
  'somebody born on %s writes to nobody, and knows it before',
  async (born) => {
    const device = await deviceOf({ birth_date: born })
    expect(await refusal(device)).toBe('adult_required')
    await expect(write(device, 'やあ')).rejects.toMatchObject({ code: 'adult_required' })
    expect(await device.store.collections.messages.find().exec()).toEqual([])
  },
)

test('an adult writes as often as they like to who is no match', async () => {
  const device = await deviceOf({ birth_date: BORN })
  await write(device, '一')
  await write(device, '二')
  expect(await refusal(device)).toBeUndefined()
})

test('to a match one message goes, also offline; the next when the age was checked', async () => {
  const device = await deviceOf({ birth_date: BORN }, true)
  await device.replication?.stop()
  expect(await refusal(device)).toBeUndefined()
  await write(device, '一')
  expect(await refusal(device)).toBe('age_check_required')
  await expect(write(device, '二')).rejects.toMatchObject({ code: 'age_check_required' })
  scene.server.write('profiles', { id: ANNA, is_age_checked: true })
  await device.replicate().syncNow()
  await write(device, '二')
  expect(await refusal(device)).toBeUndefined()
})

test('who is suspended writes nothing until it ends, also offline', async () => {
  const device = await deviceOf({ birth_date: BORN })
  scene.server.write('profiles', { id: ANNA, suspension: { reason: '迷惑行為' } })
  await device.replication?.syncNow()
  expect(await refusal(device)).toBe('suspended')
  await device.replication?.stop()
  await expect(write(device, '一')).rejects.toMatchObject({ code: 'suspended' })
  scene.server.write('profiles', {
    id: ANNA,
    suspension: { reason: '迷惑行為', ends_at: '2000-01-01T00:00:00Z' },
  })
  await device.replicate().syncNow()
  await write(device, '一')
})

test('one that was cancelled before it left was none', async () => {
  const device = await deviceOf({ birth_date: BORN }, true)
  await device.replication?.stop()
  const { engine, store } = device
  await engine.cancelMessage(store, await write(device, '一'))
  expect(await refusal(device)).toBeUndefined()
})

test('what the device did not know the server refuses, and the message waits for the person', async () => {
  const device = await deviceOf({ birth_date: BORN }, true)
  const laptop = await scene.device()
  await laptop.replicate().syncNow()
  await laptop.replication?.stop()
  await write(device, '電話から')
  await device.replication?.syncNow()
  const id = await write(laptop, 'パソコンから')
  await laptop.replicate().syncNow()
  expect(await now$(laptop.store.outbox.parked$)).toMatchObject([{ id, code: 'age_check_required' }])
  expect(scene.server.row('messages', id)).toBeUndefined()
})
