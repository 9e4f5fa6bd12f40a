import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { ANNA, BORN, CONVERSATION, openScene, type Scene, withConversation } from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
  withConversation(scene)
})
afterEach(() => scene.end())

/** An adult by their own word. */
const UNCHECKED = { birth_date: BORN, is_age_checked: false }
async function deviceOf(own: Record<string, unknown>): Promise<Device> {
  scene.server.write('profiles', { id: ANNA, ...own })
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

test('one message goes in a conversation, also offline; the next when the age was checked', async () => {
  const device = await deviceOf(UNCHECKED)
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
  const device = await deviceOf(UNCHECKED)
  await device.replication?.stop()
  const { engine, store } = device
  await engine.cancelMessage(store, await write(device, '一'))
  expect(await refusal(device)).toBeUndefined()
})

test('what the device did not know the server refuses, and the message waits for the person', async () => {
  const device = await deviceOf(UNCHECKED)
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
