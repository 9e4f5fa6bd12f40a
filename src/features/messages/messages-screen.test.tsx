// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recentKey } from '#sync/collections/keys.ts'
import { sendMessage } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { layOut } from '../../../tests/support/conversation.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { layDraft } from '#platform/open-draft.ts'
import { messageDraftName } from './message-draft.ts'
import { MessagesScreen } from './messages-screen.tsx'

const conversationId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function holdConversation(store: Store, number: number, unread: number): Promise<void> {
  const partner = `ffffffff-ffff-4fff-8fff-${String(number).padStart(12, '0')}`
  const stored = { row_version: 1, sync_epoch: '1.1' }
  await store.collections.profiles.insert({
    id: partner,
    username: `相手${number}`,
    is_premium: false,
    ...stored,
  })
  await store.collections.conversations.insert({
    id: conversationId(number),
    user1_id: store.userId,
    user2_id: partner,
    is_active: true,
    user1_unread_count: unread,
    user2_unread_count: 0,
    user1_read_seq: 0,
    user2_read_seq: 0,
    server_version: 1,
    my_read_seq: 0,
    recent_key: recentKey(number),
    ...stored,
  })
}

const list = (store: Store | null) => <MessagesScreen store={store} activeId={null} conversation={null} />

test('the list tells who waits for an answer, and what was begun', async () => {
  const store = await openTestStore()
  await holdConversation(store, 1, 120)
  await holdConversation(store, 2, 0)
  await sendMessage(store, conversationId(2), 'また明日')
  layDraft({ whose: store.userId, name: messageDraftName(conversationId(1)) }, '書きかけ')
  await show(list(store))
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/相手2.*あなた: また明日端末に保存/)
  expect(second?.textContent).toMatch(/相手1.*下書き: 書きかけ99\+未読120件/)
})

test('a list of hundreds of conversations has only those near the window in the document', async () => {
  layOut()
  const store = await openTestStore()
  for (let number = 1; number <= 300; number++) await holdConversation(store, number, 0)
  await show(list(store))
  const rows = await screen.findAllByRole('listitem')
  expect(rows.length).toBeLessThan(100)
  expect(rows[0]?.textContent).toMatch(/相手300/)
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('300')
})

test('an empty list leads on, but only once it is known to be empty', async () => {
  const store = await openTestStore()
  await show(list(store))
  store.engine.move('connection_lost')
  expect(await screen.findByText('まだ端末に届いていません')).toBeDefined()
  expect(screen.queryByText(COPY.empty)).toBeNull()
  store.engine.synced(1)
  expect(await screen.findByText(COPY.empty)).toBeDefined()
  expect(screen.getByText(COPY.findPeople).getAttribute('href')).toBe('/matching')
})

test('the open conversation names the page', async () => {
  const store = await openTestStore()
  await holdConversation(store, 1, 0)
  function Conversation() {
    usePageTitle('相手1')
    return null
  }
  await show(<MessagesScreen store={store} activeId={conversationId(1)} conversation={<Conversation />} />)
  expect(await screen.findByText('相手1')).toBeDefined()
  expect(document.title).toBe('相手1 | ミルトモ')
})
