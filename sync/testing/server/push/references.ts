import type { Row } from '../storage.ts'
import { Failure } from '../values.ts'
import type { Work } from '../work.ts'
import type { Written } from './upsert.ts'

export function checkReferences(
  work: Work,
  { made }: Written,
  referred: (row: Row) => Row | undefined,
): void {
  if (!work.checksReferences) return
  if (
    made.some(
      (row) => referred(row) === undefined || work.tx.get('profiles', String(row['user_id'])) === undefined,
    )
  )
    throw new Failure('23503')
}
