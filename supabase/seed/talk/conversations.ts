import * as v from 'valibot'
import type { SeedConnection } from '../people/connections.ts'
import type { Person } from '../people/people.ts'
import { type Random, randomFor, uuidFor } from '../random.ts'
import { readTable } from '../table.ts'

export type SeedMessage = {
  id: string
  sender: Person
  body: string
  minutesAgo: number
  /** Not yet read by the one it was sent to. */
  unread: boolean
}
/** Participants in the order of their ids, messages in the order they were sent. */
export type SeedConversation = { id: string; user1: Person; user2: Person; messages: SeedMessage[] }

const DialogueRow = v.object({
  talk: v.string(),
  from: v.string(),
  to: v.string(),
  unread: v.pipe(
    v.picklist(['0', '1']),
    v.transform((mark) => mark === '1'),
  ),
  body: v.pipe(v.string(), v.minLength(1)),
})
const SmalltalkRow = v.object({
  talk: v.string(),
  speaker: v.picklist(['a', 'b']),
  body: v.pipe(v.string(), v.minLength(1)),
})

type Line = { sender: Person; body: string; unread: boolean }

/** The written dialogues of the demo accounts, and small talk between the others who are connected. */
export function seedConversations(
  connections: readonly SeedConnection[],
  who: (handle: string) => Person,
): SeedConversation[] {
  const dialogues = Map.groupBy(readTable('talk/dialogues.csv', DialogueRow), ({ talk }) => talk)
  const written = [...dialogues.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const lines = rows.map(({ from, body, unread }) => ({ sender: who(from), body, unread }))
    return [conversation(who(first.from), who(first.to), lines, 2)]
  })
  const taken = new Set(written.map(({ id }) => id))

  const smalltalk = [
    ...Map.groupBy(readTable('talk/smalltalk.csv', SmalltalkRow), ({ talk }) => talk).values(),
  ]
  const others = connections
    .filter(({ status }) => status === 'connected')
    .map(({ requester, recipient }) => {
      const random = randomFor(`talk of ${requester.handle} and ${recipient.handle}`)
      const rows = random.pick(smalltalk)
      const unreadFrom = random.chance(0.3) ? rows.length - 1 : rows.length
      const lines = rows.map(({ speaker, body }, index) => ({
        sender: speaker === 'a' ? requester : recipient,
        body,
        unread: index >= unreadFrom,
      }))
      return conversation(requester, recipient, lines, 40)
    })
  return [...written, ...others.filter(({ id }) => !taken.has(id))]
}

/** Spreads the lines over time: sessions of minutes with hours and days between them, the last one at most `newestDays` ago. */
function conversation(
  one: Person,
  other: Person,
  lines: readonly Line[],
  newestDays: number,
): SeedConversation {
  const [user1, user2] = one.id < other.id ? [one, other] : [other, one]
  const name = `conversation ${user1.handle} ${user2.handle}`
  const random = randomFor(name)
  const messages: SeedMessage[] = []
  let minutesAgo = random.integer(8, newestDays * 24 * 60)
  for (const [index, line] of lines.entries().toArray().toReversed()) {
    messages.unshift({ ...line, id: uuidFor(`${name} message ${index}`), minutesAgo })
    minutesAgo += pause(random)
  }
  return { id: uuidFor(name), user1, user2, messages }
}

const pause = (random: Random): number =>
  random.chance(0.75)
    ? random.integer(1, 9)
    : random.chance(0.7)
      ? random.integer(40, 600)
      : random.integer(1_000, 5_000)
