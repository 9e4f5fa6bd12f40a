import type { RefusedEdit } from '#sync/outbox/waiting.ts'

/** Ids sort by time. */
const byWriting = (a: RefusedEdit, b: RefusedEdit): number => (a.id < b.id ? -1 : 1)

/** The latest first; but the messages of one conversation stand together, the oldest first, as they are read. */
export function inShownOrder(refused: readonly RefusedEdit[]): RefusedEdit[] {
  const groups = Map.groupBy(refused, groupOf)
  const latest = (edits: RefusedEdit[]): number => Math.max(...edits.map(({ parkedAt }) => parkedAt))
  return [...groups.values()]
    .toSorted((a, b) => latest(b) - latest(a))
    .flatMap((edits) => edits.toSorted(byWriting))
}

/** As they were written: sent again in this order, messages arrive in it. */
export const inWritingOrder = (refused: readonly RefusedEdit[]): RefusedEdit[] => refused.toSorted(byWriting)

const groupOf = ({ collection, key, subject }: RefusedEdit): string =>
  collection === 'messages' && subject.kind === 'conversation' ? subject.conversationId : key
