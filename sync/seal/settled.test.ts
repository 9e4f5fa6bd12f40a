import { afterEach, expect, test } from 'vitest'
import { openExisting } from '../generations/raw-database.ts'
import { CONVERSATION, openScene, type Scene, withConversation } from '../testing/scene.ts'
import { forgetSettled } from './settled.ts'

let scene: Scene
afterEach(() => scene.end())

test('an account that is back before its departure has ended has everything again, also what was emptied already', async () => {
  scene = openScene()
  withConversation(scene)
  const device = await scene.device({ name: 'phone' })
  await device.replicate().syncNow()
  await device.store.outbox.remember('departure_settled', true)
  const { name } = device.store.database
  await device.close()
  const database = await openExisting(`rxdb-dexie-${name}--0--conversations`)
  if (database === undefined) throw new Error('there are no conversations')
  const emptying = database.transaction('docs', 'readwrite')
  emptying.objectStore('docs').clear()
  await new Promise((resolve) => (emptying.oncomplete = resolve))
  database.close()
  const again = await scene.device({ name: 'phone' })
  await forgetSettled(again.store.outbox)
  await again.replicate().syncNow()
  expect(await again.store.collections.conversations.findOne(CONVERSATION).exec()).not.toBeNull()
  expect(await again.store.outbox.recall('departure_settled')).toBe(false)
})
