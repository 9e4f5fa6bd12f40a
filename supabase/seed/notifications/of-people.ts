import type { SeedConnection } from '../people/connections.ts'
import { likeness } from '../people/connections.ts'
import type { Person } from '../people/people.ts'
import type { SeedConversation } from '../talk/conversations.ts'
import { notification, type SeedNotification } from './notification.ts'

/** What happens between people: requests and their answers, matches, messages. The words are those of the migrations. */
export function notificationsOfPeople(
  connections: readonly SeedConnection[],
  conversations: readonly SeedConversation[],
): SeedNotification[] {
  const conversationOf = (one: Person, other: Person): SeedConversation | undefined =>
    conversations.find(
      ({ user1, user2 }) => (user1 === one && user2 === other) || (user1 === other && user2 === one),
    )
  return [
    ...connections.flatMap((connection) => {
      const talk = conversationOf(connection.requester, connection.recipient)
      return [...ofConnection(connection, talk), ...ofMatch(connection, talk)]
    }),
    ...conversations.flatMap(ofMessages),
  ]
}

const ANSWER_AFTER_MINUTES = 95

function ofConnection(connection: SeedConnection, talk: SeedConversation | undefined): SeedNotification[] {
  const { id, requester, recipient, status, askedMinutesAgo } = connection
  if (status === 'none') return []
  const isOpen = status === 'pending'
  const data = (sender: Person) => ({
    connection_data: {
      connection_id: id,
      sender_id: sender.id,
      sender_username: sender.username,
      matching_score: scoreOf(requester, recipient),
      status,
      action_required: isOpen && sender === requester,
    },
  })
  const request = notification(id, {
    recipient,
    type: 'connection_request',
    title: '接続リクエストが届きました',
    message: `${requester.username}さんから接続リクエストが届いています。`,
    priority: 'high',
    link: '/matching',
    metadata: data(requester),
    sender: requester,
    group: `connection:${id}`,
    isRead: !isOpen,
    minutesAgo: askedMinutesAgo,
  })
  if (isOpen) return [request]

  const accepted = status === 'connected'
  const answer = notification(id, {
    recipient: requester,
    type: accepted ? 'connection_accepted' : 'connection_rejected',
    title: accepted ? '接続リクエストが承認されました' : '接続リクエストの結果',
    message: accepted
      ? `${recipient.username}さんがあなたの接続リクエストを承認しました。`
      : `${recipient.username}さんは今回の接続リクエストを見送りました。`,
    priority: accepted ? 'high' : 'medium',
    link: accepted && talk ? `/messages/${talk.id}` : '/matching',
    metadata: {
      ...data(recipient),
      ...(accepted && talk ? { message_data: { conversation_id: talk.id } } : {}),
    },
    sender: recipient,
    isRead: askedMinutesAgo > 45 * 24 * 60,
    minutesAgo: askedMinutesAgo - ANSWER_AFTER_MINUTES,
  })
  return [request, answer]
}

/** Both sides hear of a match a little before they connect. */
function ofMatch(connection: SeedConnection, talk: SeedConversation | undefined): SeedNotification[] {
  const { requester, recipient, status, askedMinutesAgo } = connection
  if (status !== 'connected' || !talk) return []
  const sides = [
    { recipient: requester, other: recipient },
    { recipient, other: requester },
  ]
  return sides.map((side) =>
    notification(side.other.id, {
      recipient: side.recipient,
      type: 'match',
      title: 'マッチしました',
      message: `${side.other.username}さんとマッチしました。メッセージを送ってみましょう。`,
      priority: 'high',
      link: `/messages/${talk.id}`,
      metadata: matchingData(side.recipient, side.other, 'mutual'),
      sender: side.other,
      minutesAgo: askedMinutesAgo + 30,
    }),
  )
}

/** One per conversation with something unread, as the server groups them. */
function ofMessages({ id, user1, user2, messages }: SeedConversation): SeedNotification[] {
  const last = messages.findLast(({ unread }) => unread)
  if (!last) return []
  const recipient = last.sender === user1 ? user2 : user1
  return [
    notification(id, {
      recipient,
      type: 'message',
      title: `${last.sender.username}さんからメッセージ`,
      message: last.body.slice(0, 100),
      link: `/messages/${id}`,
      metadata: { message_data: { conversation_id: id } },
      sender: last.sender,
      group: `conversation:${id}`,
      isRead: false,
      minutesAgo: last.minutesAgo,
    }),
  ]
}

export const scoreOf = (one: Person, other: Person): number =>
  Math.round(Math.max(0, Math.min(1, 0.5 + likeness(one, other) / 2)) * 100)

export const matchingData = (person: Person, other: Person, type: 'mutual' | 'like') => ({
  matching_data: {
    matched_user_id: other.id,
    matched_username: other.username,
    match_score: scoreOf(person, other),
    match_type: type,
  },
})
