import type { FakeServer } from '../testing/fake-server.ts'
import { Blocked } from '../testing/server/storage.ts'
import { EPOCH_MS } from './doors/clock.ts'
import { CONVERSATIONS, PEOPLE } from './people.ts'
import type { ServerAct } from './steps.ts'

/** The server, or a transaction that is open. */
type Writer = {
  write: FakeServer['write']
  notify: (...args: Parameters<FakeServer['notify']>) => unknown
  push: (userId: string, batches: Record<string, Record<string, unknown>[]>) => unknown
}

/** Does something on the server, in a transaction of its own or in an open one; nothing, when that would wait for another open one. */
export function actOnServer(
  server: FakeServer,
  act: ServerAct,
  nowMs: number,
  writer: Writer = server,
): void {
  try {
    doAct(server, act, nowMs, writer)
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
}

function doAct(server: FakeServer, act: ServerAct, nowMs: number, writer: Writer = server): void {
  switch (act.act) {
    case 'notify':
      writer.notify({ user_id: PEOPLE[act.person], type: 'like', title: act.title })
      break
    case 'retitle':
      writer.write('videos', { id: act.video, title: act.title })
      break
    case 'hide_message': {
      const messages = server.rows('messages').filter((row) => row['is_deleted'] !== true)
      const message = messages[act.index % messages.length]
      if (message !== undefined) writer.write('messages', { id: message.id, is_deleted: true, body: '' })
      break
    }
    case 'delete_notification': {
      const own = server.rows('notifications').filter((row) => row['user_id'] === PEOPLE[act.person])
      const row = own[act.index % own.length]
      if (row !== undefined) server.deleteRows('notifications', row.id)
      break
    }
    case 'publish':
      server.publishAggregates()
      break
    case 'block':
      server.block(PEOPLE[act.blocker], PEOPLE[act.blocked])
      break
    case 'unblock':
      server.unblock(PEOPLE[act.blocker], PEOPLE[act.blocked])
      break
    case 'premium':
      writer.write('profiles', { id: PEOPLE[act.person], is_premium: act.value })
      break
    case 'send': {
      const conversation = CONVERSATIONS.find(({ id }) => id === act.conversation)
      if (conversation === undefined) break
      const message = {
        id: `018f1111-0000-7000-8000-${act.body.replace(/\D/g, '').padStart(12, '0')}`,
        conversation_id: conversation.id,
        sender_id: conversation.user2_id,
        body: act.body,
        sent_at: EPOCH_MS + Math.floor(nowMs),
      }
      writer.push(conversation.user2_id, { messages: [message] })
      break
    }
    default:
      act satisfies never
  }
}
