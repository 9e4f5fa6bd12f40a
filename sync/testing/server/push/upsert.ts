import type { Proposal } from '../joins.ts'
import { afterInsert, afterUpdate } from '../spread.ts'
import type { Row } from '../storage.ts'
import { Failure } from '../values.ts'
import { inserted, updated, type Work } from '../work.ts'
import type { OwnNoun } from './own-row.ts'

export type Written = { made: Row[]; pairs: { before: Row; after: Row }[] }

/** Inserts or joins each row as one statement; answers the rows that were inserted and those that changed. */
export function upsert<Given extends { user_id: string }>(
  work: Work,
  noun: OwnNoun,
  me: string,
  proposals: Given[],
  check: (row: Given) => Given & { id: string },
  join: (proposed: Proposal, stored: Row) => Record<string, unknown>,
): Written {
  // One statement writes no row twice; to find it unchanged is not writing
  const written = new Set<string>()
  const made: Row[] = []
  const pairs: { before: Row; after: Row }[] = []
  for (const proposal of proposals) {
    // Its trigger asks for a version before anything else is checked
    work.tx.writing()
    if (proposal.user_id !== me && !work.has('own_rows_unchecked')) throw new Failure('42501')
    const row = check(proposal)
    if (written.has(row.id)) throw new Failure('21000')
    const stored = work.tx.get(noun, row.id)
    if (stored === undefined) {
      written.add(row.id)
      made.push(inserted(work, noun, row))
      continue
    }
    const joined = work.has('last_writer_by_arrival') ? row : join(row, stored)
    const { id: _id, user_id: _user, ...changes } = joined
    const after = updated(work, noun, stored, changes)
    if (after === stored) continue
    written.add(row.id)
    pairs.push({ before: stored, after })
  }
  afterInsert(work, noun, made)
  afterUpdate(work, noun, pairs)
  return { made, pairs }
}
