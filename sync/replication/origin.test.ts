import { afterEach, expect, test } from 'vitest'
import { CONVERSATION, openScene, type Scene, withConversation } from '../testing/scene.ts'

let scene: Scene
afterEach(() => scene.end())

/** Takes away all that the replications have noted of what comes from the server, as if the app had died before it noted it. */
async function forgetDownstream(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.includes('--rx-replication-meta-')) continue
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error ?? new Error(name))
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('docs', 'readwrite')
        const cursor = transaction.objectStore('docs').openCursor()
        cursor.onsuccess = () => {
          if (cursor.result?.key !== 'up|1') cursor.result?.delete()
          cursor.result?.continue()
        }
        transaction.oncomplete = () => {
          opening.result.close()
          resolve()
        }
      }
    })
  }
}

test('a row that was stored just before the app died is not taken for an edit: what the server says of it later is stored', async () => {
  scene = openScene()
  withConversation(scene)
  const device = await scene.device({ name: 'phone' })
  await device.replicate().syncNow()
  await device.close()
  await forgetDownstream()
  scene.server.write('conversations', { id: CONVERSATION, user1_unread_count: 3 })
  const again = await scene.device({ name: 'phone' })
  await again.replicate().syncNow()
  const conversation = await again.store.collections.conversations.findOne(CONVERSATION).exec()
  expect(conversation?.user1_unread_count).toBe(3)
})
