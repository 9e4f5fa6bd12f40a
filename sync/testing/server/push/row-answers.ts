import type { SyncRefusal } from '#domain/errors.ts'
import type { Row } from '../storage.ts'
import type { Work } from '../work.ts'
import { type OwnNoun, ownRow } from './own-row.ts'

/** What a test has the server answer for a row; `later` postpones the rows behind it as well. */
export type PlannedAnswer = SyncRefusal | 'later'
export type PushedRow = Record<string, unknown>
export type RowAnswer =
  | { id: string | null; result: 'applied' | 'conflict'; row: Row }
  | { id: unknown; result: 'refused'; code: SyncRefusal }
  | { id: unknown; result: 'later' }

/** Each pushed row with what is stored now. `isAsPushed` answers undefined for a row whose id is not its own. */
export function answersOf<Given extends { id: string | null }>(
  work: Work,
  noun: OwnNoun,
  me: string,
  rows: Given[],
  isAsPushed: (stored: Row, pushed: Given) => boolean | undefined,
): RowAnswer[] {
  return rows.flatMap((row): RowAnswer[] => {
    const stored = ownRow(work, noun, row.id, me)
    const same = stored === undefined ? undefined : isAsPushed(stored, row)
    if (stored === undefined || same === undefined) return []
    return [{ id: stored.id, result: same ? 'applied' : 'conflict', row: stored }]
  })
}
