import type { Row } from '../storage.ts'
import type { Work } from '../work.ts'

export type OwnNoun = 'relations' | 'favorites' | 'history' | 'settings' | 'ratings' | 'notification_reads'

export function ownRow(work: Work, noun: OwnNoun, id: string | null, me: string): Row | undefined {
  const row = id === null ? undefined : work.tx.get(noun, id)
  return row?.['user_id'] === me || work.has('own_rows_unchecked') ? row : undefined
}
