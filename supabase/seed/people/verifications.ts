import { randomFor } from '../random.ts'
import type { SeedConversation } from '../talk/conversations.ts'
import type { Person } from './people.ts'

/** A person verified their phone, or their identity too; whoever is not among them has confirmed their e-mail only. */
export type SeedVerification = { person: Person; level: 2 | 3; phone: string; daysAgo: number }

/** Whoever talks on beyond a first message has had their age checked, as the server asks of everybody. */
export function seedVerifications(
  people: readonly Person[],
  conversations: readonly SeedConversation[],
): SeedVerification[] {
  const talking = new Set(
    conversations.flatMap(({ user1, user2, messages }) =>
      [user1, user2].filter((person) => messages.filter(({ sender }) => sender === person).length > 1),
    ),
  )
  return people.flatMap((person, index) => {
    const random = randomFor(`verification of ${person.handle}`)
    const level = talking.has(person) ? 3 : random.chance(0.6) ? 2 : 1
    if (level === 1) return []
    const phone = `+8190${String(10_000_000 + index)}`
    return [{ person, level, phone, daysAgo: random.integer(1, 50) }]
  })
}
