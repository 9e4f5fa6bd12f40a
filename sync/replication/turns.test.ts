import type { RxCollection } from 'rxdb/plugins/core'
import { expect, test } from 'vitest'
import type { SyncedDocument } from '../collections/definition.ts'
import { sendMessage } from '../collections/messages.ts'
import { openStore } from '../store.ts'
import { CONVERSATION } from '../testing/scene.ts'
import { createTurns } from './turns.ts'

test('what comes first is waited for once: should it never be handed over, the others leave', async () => {
  const store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: Date.now })
  const first = await sendMessage(store, CONVERSATION, 'first')
  const second = await sendMessage(store, CONVERSATION, 'second')
  // As in leader.ts: the collections have no common type
  const messages = store.collections.messages as unknown as RxCollection<SyncedDocument>
  const turns = createTurns(store, messages)
  expect(await turns.haveCome([first])).toBe(true)
  const giveBack = turns.take([first])
  expect(await turns.haveCome([second])).toBe(true)
  giveBack()
  expect(await turns.haveCome([second])).toBe(false)
  expect(await turns.haveCome([second])).toBe(true)
  await store.close()
})
