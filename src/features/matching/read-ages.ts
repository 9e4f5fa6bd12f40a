import * as v from 'valibot'
import { MatchingFilter } from '#domain/matching.ts'
import { typedNumber } from '#domain/typed-text.ts'
import { COPY } from './copy.ts'

type Range = Pick<MatchingFilter, 'age_from' | 'age_to'>
export type ReadAges =
  | { ok: true; range: Range }
  | { ok: false; from: string | undefined; to: string | undefined }

const Age = MatchingFilter.entries.age_from.wrapped

/** The two ends as typed, also in full-width digits; an empty one is open. */
export function readAges(from: string, to: string): ReadAges {
  const [first, last] = [readAge(from), readAge(to)]
  const wrong = (age: number | null | undefined) => (age === null ? COPY.ageRange : undefined)
  if (first === null || last === null) return { ok: false, from: wrong(first), to: wrong(last) }
  if (first !== undefined && last !== undefined && first > last)
    return { ok: false, from: undefined, to: COPY.ageOrder }
  return {
    ok: true,
    range: { ...(first !== undefined && { age_from: first }), ...(last !== undefined && { age_to: last }) },
  }
}

/** Undefined: nothing was typed. Null: no age. */
function readAge(typed: string): number | null | undefined {
  const number = typedNumber(typed)
  if (number === null) return undefined
  const read = v.safeParse(Age, number)
  return read.success ? read.output : null
}
