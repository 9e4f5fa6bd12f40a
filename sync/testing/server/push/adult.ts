import { isAdult } from '#domain/age.ts'
import type { Work } from '../work.ts'

/** `private.is_adult`: on the day on which the transaction began. Whoever has no birth date here is no adult. */
export function isAdultHere(work: Work, person: string): boolean {
  const born = work.tx.get('profiles', person)?.['birth_date']
  return isAdult(typeof born === 'string' ? born : undefined, work.tx.at)
}
