import * as v from 'valibot'
import {
  type AdvancedQuery,
  CRITERION_TEXT_MAX_LENGTH,
  genresIn,
  LENGTH_MAX_MINUTES,
  VIDEO_ORDERS,
} from '#domain/advanced-search.ts'
import { SCORE_VALUES } from '#domain/rating.ts'
import { pageParam } from './search-params.ts'

/** Whatever cannot be read asks for nothing. */
const orNothing = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined))
const given = v.pipe(v.string(), v.trim(), v.nonEmpty())
const number = v.pipe(v.union([given, v.number()]), v.transform(Number))

const text = orNothing(
  v.pipe(
    given,
    v.transform((words) => words.slice(0, CRITERION_TEXT_MAX_LENGTH).replaceAll('\0', ' ')),
  ),
)
const score = orNothing(v.pipe(number, v.picklist(SCORE_VALUES)))
const minutes = orNothing(v.pipe(number, v.integer(), v.minValue(0), v.maxValue(LENGTH_MAX_MINUTES)))
const day = orNothing(v.pipe(v.string(), v.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)))

/** The address of an advanced search. */
export const AdvancedSearchParams = v.object({
  q: text,
  channel: text,
  genres: orNothing(
    v.pipe(
      v.string(),
      v.transform((list) => genresIn(list).join(',')),
      v.nonEmpty(),
    ),
  ),
  overall: score,
  clarity: score,
  entertainment: score,
  originality: score,
  quality: score,
  reliability: score,
  usefulness: score,
  minutes_from: minutes,
  minutes_to: minutes,
  published_from: day,
  published_to: day,
  order: orNothing(v.picklist(VIDEO_ORDERS)),
  page: pageParam,
}) satisfies v.GenericSchema<unknown, AdvancedQuery & { page?: number | undefined }>
