import { type Act, FUTURE, madeId, personOfDevice } from './acts.ts'
import { CONNECTIONS, CONVERSATIONS, messageId, NOTIFICATIONS, PEOPLE } from './beginning.ts'

/** What came of an act; 'skipped': it would have waited for a transaction that is held open, and was not done. */
export type Performed = Record<string, unknown> | 'skipped'

/** Device → collection → checkpoint. */
export type Checkpoints = Map<number, Record<string, unknown>>

/** One of the two servers. Each has its own versions, message places and so its own checkpoints. */
export type Side = {
  /** Everything as in BEGINNING. `at`: the server's clock, ms. */
  reset(at: number): Promise<void>
  perform(act: Act, at: number, seqs: Map<string, number>, checkpoints: Checkpoints): Promise<Performed>
}

const GARBAGE = [
  5,
  'x',
  { epoch: '1.1', row_version: 5, id: null },
  { epoch: '1.1', row_version: '5', id: '' },
]

/** Whose pull it is, and from where. */
export function pulledFrom(
  act: Act & { act: 'pull' },
  checkpoints: Checkpoints,
): { person: string; asked: Record<string, unknown> } {
  const own = checkpoints.get(act.device) ?? {}
  const positions: Record<typeof act.from, (name: string) => unknown> = {
    own: (name) => own[name] ?? null,
    start: () => null,
    stale: () => ({ epoch: '0.1', row_version: 7, id: 'x' }),
    garbage: (name) => GARBAGE[name.length % GARBAGE.length],
  }
  return {
    person: PEOPLE[personOfDevice(act.device)] ?? '',
    asked: Object.fromEntries(act.collections.map((name) => [name, positions[act.from](name)])),
  }
}

/** Who asks for older messages of what, and before which place. */
export function olderOf(
  act: Act & { act: 'older' },
  seqs: Map<string, number>,
): { person: string; conversation: string; before: number } {
  return {
    person: PEOPLE[act.person] ?? '',
    conversation: CONVERSATIONS[act.conversation]?.id ?? '',
    before: act.before === null ? FUTURE : (seqs.get(messageId(act.before)) ?? 0),
  }
}

export function deletedId(what: string, which: number): string {
  const of = (ids: string[]): string => ids[which % ids.length] ?? ''
  if (what === 'messages') return messageId(which)
  if (what === 'conversations') return of(CONVERSATIONS.map((row) => row.id))
  if (what === 'connections') return of(CONNECTIONS.map((row) => row.id))
  return of([...NOTIFICATIONS.map((row) => row.id), madeId(1), madeId(2), madeId(3), madeId(4)])
}
