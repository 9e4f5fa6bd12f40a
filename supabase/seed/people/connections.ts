import { GENRES } from '#domain/genres.ts'
import { randomFor, uuidFor } from '../random.ts'
import type { Person } from './people.ts'
import { liking } from './tastes.ts'

export const CONNECTION_STATUSES = ['none', 'pending', 'connected', 'rejected'] as const
type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

export type SeedConnection = {
  id: string
  /** Who was asked. */
  recipient: Person
  /** Who asked. */
  requester: Person
  status: ConnectionStatus
  askedMinutesAgo: number
}
export type SeedBlock = { blocker: Person; blocked: Person }

/** What the demo accounts meet with: [who asked, who was asked, what became of it, days ago]. */
const STAGED = [
  ['friend', 'viewer', 'connected', 70],
  ['viewer', 'premium', 'connected', 52],
  ['yamato', 'viewer', 'connected', 33],
  ['honoka', 'viewer', 'connected', 21],
  ['premium', 'creator', 'connected', 90],
  ['friend', 'takumi', 'connected', 40],
  ['premium', 'tomoka', 'connected', 28],
  ['expired', 'kaede', 'connected', 61],
  ['creator', 'yuuki_k', 'connected', 45],
  ['riku_s', 'viewer', 'pending', 1],
  ['mana', 'viewer', 'pending', 4],
  ['saki', 'premium', 'pending', 2],
  ['haruki_m', 'premium', 'pending', 6],
  ['natsumi', 'friend', 'pending', 3],
  ['viewer', 'nozomi', 'pending', 5],
  ['jun', 'viewer', 'rejected', 18],
  ['viewer', 'tetsuya_o', 'rejected', 26],
  ['premium', 'tsubasa', 'rejected', 31],
  ['viewer', 'itsuki', 'none', 80],
  ['keisuke', 'friend', 'none', 66],
] as const satisfies readonly (readonly [string, string, ConnectionStatus, number])[]

const BLOCKS = [
  ['tetsuya_o', 'jun'],
  ['chihiro', 'kazuki_t'],
  ['masato', 'souma'],
] as const

const MINUTES_A_DAY = 24 * 60

/** The staged ones, and one or two for everybody else with those whose taste is closest. */
export function seedConnections(
  people: readonly Person[],
  who: (handle: string) => Person,
): SeedConnection[] {
  const connections = new Map<string, SeedConnection>()
  const add = (
    requester: Person,
    recipient: Person,
    status: ConnectionStatus,
    askedMinutesAgo: number,
  ): void => {
    const pair = pairOf(requester.handle, recipient.handle)
    if (requester === recipient || connections.has(pair)) return
    connections.set(pair, {
      id: uuidFor(`connection ${pair}`),
      recipient,
      requester,
      status,
      askedMinutesAgo,
    })
  }
  for (const [asker, asked, status, days] of STAGED)
    add(who(asker), who(asked), status, days * MINUTES_A_DAY - 137)

  const blocked = new Set(BLOCKS.map(([one, other]) => pairOf(one, other)))
  const others = people.filter(({ id }) => !id.startsWith('00000000'))
  for (const person of others) {
    const random = randomFor(`connections of ${person.handle}`)
    const closest = others
      .filter((other) => other !== person && !blocked.has(pairOf(person.handle, other.handle)))
      .toSorted((one, other) => likeness(person, other) - likeness(person, one))
      .slice(0, 6)
    for (const other of random.sample(closest, random.integer(1, 2))) {
      const fate = random.next()
      const status = fate < 0.6 ? 'connected' : fate < 0.82 ? 'pending' : fate < 0.94 ? 'rejected' : 'none'
      add(person, other, status, random.integer(MINUTES_A_DAY, 50 * MINUTES_A_DAY))
    }
  }
  return [...connections.values()]
}

export const seedBlocks = (who: (handle: string) => Person): SeedBlock[] =>
  BLOCKS.map(([blocker, blocked]) => ({ blocker: who(blocker), blocked: who(blocked) }))

const pairOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`)

/** Cosine of two tastes. */
export function likeness(one: Person, other: Person): number {
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (const { id } of GENRES) {
    const [mine, theirs] = [liking(one.taste, id), liking(other.taste, id)]
    product += mine * theirs
    ofOne += mine * mine
    ofOther += theirs * theirs
  }
  return product / Math.sqrt(ofOne * ofOther)
}
