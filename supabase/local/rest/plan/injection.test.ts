import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RestError } from '../errors/rest-error.ts'
import { parseQuery } from '../query-string/parse-query.ts'
import type { Payload } from '../request/payload.ts'
import { parsePreferences } from '../request/preferences.ts'
import { findTable } from '../schema-cache/find-table.ts'
import { render, type Sql } from '../sql/sql.ts'
import { callStatement, readStatement, writeStatement } from '../sql/statement.ts'
import { insertSql, updateSql } from '../sql/write.ts'
import { sketchCache, VIDEOS } from '../testing/schema.ts'
import { planCall } from './call-plan.ts'
import { planRead } from './read-plan.ts'
import { planInsert, planUpdate } from './write-plan.ts'

const output = { shape: 'array', stripNulls: false, contentType: 'application/json' } as const
const search = { schema: 'public', name: 'search' }
const cache = sketchCache(VIDEOS, [
  {
    ...search,
    volatility: 'stable',
    returnsSet: true,
    returns: 'composite',
    returnedRow: { schema: 'public', name: 'videos' },
    parameters: [{ name: 'query', type: 'text', required: true, variadic: false }],
  },
])
const videos = findTable(cache, { schema: 'public', name: 'videos' })

/** Every word that the code itself puts into SQL; all lower case. */
const OWN_WORDS = new Set(
  `select from where and or not as on true null is distinct like ilike any all order by asc desc nulls first last limit
  offset left inner join lateral exists with coalesce json_agg row_to_json count nullif current_setting bigint int text
  json jsonb cast to_jsonb unknown false numeric integer smallint real boolean double precision timestamp time zone
  without varchar char character varying bit decimal dec float interval national nchar insert into update set returning
  conflict do nothing excluded set_config case when then end json_build_object jsonb_build_object values data element
  json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset jsonb_agg json_array_elements jsonb_array_elements
  variadic materialized json_strip_nulls total page body location inserted headers status uuid _`.split(
    /\s+/,
  ),
)
/** The only literals that the code itself writes. */
const OWN_LITERALS = ["'[]'", "''", "'null'", "'response.headers'", "'response.status'", "'pgrst.inserted'"]

/** What is left of a statement after its quoted names, literals and placeholders is nothing but the code's own words. */
function expectOnlyOwnSql(statement: Sql): void {
  const { text, values } = render(statement)
  let rest = text.replace(/"(?:[^"]|"")*"/g, ' ')
  for (const literal of OWN_LITERALS) rest = rest.replaceAll(literal, ' ')
  const placeholders = rest.match(/\$\d+/g) ?? []
  expect(placeholders).toEqual(values.map((_, index) => `$${index + 1}`))
  rest = rest.replace(/\$\d+/g, ' ')
  expect(rest).not.toMatch(/["'\\;$\0]|--|\/\*/)
  const words = rest.match(/[\p{L}\p{N}_]+/gu) ?? []
  expect(words.filter((word) => !OWN_WORDS.has(word.toLowerCase()) && !/^[0-9]+$/.test(word))).toEqual([])
}

const HOSTILE = [
  '"',
  "'",
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '$$',
  '$1',
  '$x$',
  '(',
  ')',
  ',',
  '.',
  ':',
  '!',
  '%',
  '*',
  '{',
  '}',
  '😀',
  '夜',
  '\u2028',
  'or 1=1',
  'drop table',
]
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' })), { maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\0', ''))
const quoted = hostileText.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
/** Mostly what the grammar accepts, so that many requests get as far as SQL. */
const mostly = (valid: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: valid, weight: 30 }, { arbitrary: hostileText, weight: 1 })
const name = mostly(fc.oneof(quoted, fc.constantFrom('id', 'title', 'data')))
const selectColumn = fc
  .tuple(fc.option(name), name)
  .map(([alias, own]) => `${alias === null ? '' : `${alias}:`}${own}`)
const selectEmbed = fc
  .tuple(
    fc.constantFrom('', '', '"a""b":', '...'),
    fc.constantFrom('genres', 'genres!inner', 'genre_id'),
    fc.array(selectColumn, { maxLength: 2 }),
  )
  .map(([head, target, inner]) => `${head.replace('""', '\\"')}${target}(${inner.join(',')})`)
const select = fc
  .array(fc.oneof(selectColumn, selectEmbed, fc.constant('*')), { maxLength: 3 })
  .map((items) => [...items, 'genres(id)'].join(','))
const operator = fc.constantFrom('eq', 'neq', 'gte', 'like', 'not.eq', 'not.ilike')
const expression = (operand: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  mostly(
    fc.oneof(
      fc.tuple(operator, operand).map(([own, value]) => `${own}.${value}`),
      fc.array(quoted, { minLength: 1 }).map((values) => `in.(${values.join(',')})`),
      fc.constantFrom('is.null', 'not.is.true', 'is.not_null'),
    ),
  )
const filter = fc.tuple(
  fc.oneof(
    name,
    name.map((own) => `genres.${own}`),
  ),
  expression(hostileText),
)
const logic = fc
  .tuple(
    fc.constantFrom('or', 'and', 'not.or', 'genres.or'),
    fc.array(fc.tuple(name, expression(quoted)), { minLength: 1, maxLength: 3 }),
  )
  .map(([key, members]): [string, string] => [
    key,
    `(${members.map(([own, test]) => `${own}.${test}`).join(',')})`,
  ])
const order = fc
  .tuple(fc.constantFrom('order', 'genres.order'), name, fc.constantFrom('', '.desc', '.asc.nullslast'))
  .map(([key, own, more]): [string, string] => [key, `${own}${more}`])
const parameters = fc
  .tuple(select, fc.array(fc.oneof(filter, logic, order), { maxLength: 3 }))
  .map(([own, more]) => {
    const all: [string, string][] = [['select', own], ['id', 'eq.1'], ...more]
    return `?${new URLSearchParams(all).toString()}`
  })

/** Tries `attempt` with many values; a refusal is as good as an answer, but of no use unless many get through. */
function attemptMany<T>(arbitrary: fc.Arbitrary<T>, attempt: (value: T) => void): void {
  let answered = 0
  const property = fc.property(arbitrary, (value) => {
    try {
      attempt(value)
      answered += 1
    } catch (error) {
      if (!(error instanceof RestError)) throw error
    }
  })
  fc.assert(property, { numRuns: 1000 })
  expect(answered).toBeGreaterThan(300)
}

describe('no text of a request becomes SQL', () => {
  it('when reading', () => {
    attemptMany(parameters, (raw) => {
      const { select: items, scope } = parseQuery(raw, { functionByGet: false })
      const plan = planRead({ cache, maxRows: 10 }, videos, items, scope)
      expectOnlyOwnSql(readStatement(plan, output, true))
    })
  })

  it('when writing', () => {
    const columnNames = fc.uniqueArray(fc.constantFrom(...videos.columns.keys()))
    attemptMany(fc.tuple(parameters, columnNames, hostileText, quoted), ([raw, columns, text, conflict]) => {
      const query = parseQuery(`${raw}&on_conflict=${encodeURIComponent(conflict)}`, { functionByGet: false })
      const preferences = parsePreferences(
        'return=representation, resolution=merge-duplicates, missing=default',
      )
      const payload: Payload = { text, isObject: true, size: 1, columns }
      const insert = planInsert(cache, videos, { query, preferences }, payload)
      expectOnlyOwnSql(
        writeStatement(insertSql(insert.write), insert.read, { body: output, locationOf: videos }),
      )
      const update = planUpdate(cache, videos, { query, preferences }, payload)
      expectOnlyOwnSql(
        writeStatement(updateSql(update.write), update.read, { body: output, locationOf: null }),
      )
    })
  })

  it('when calling a function', () => {
    attemptMany(fc.tuple(parameters, hostileText), ([raw, text]) => {
      const query = parseQuery(raw, { functionByGet: true })
      const action = { kind: 'call', function: search, byPost: false } as const
      const given = { kind: 'query', pairs: [['query', text]] } as const
      const plan = planCall(cache, action, { query, preferences: parsePreferences(null) }, given, 10)
      expectOnlyOwnSql(callStatement(plan, output, true))
    })
  })

  it('and the check itself would see it', () => {
    expect(() => expectOnlyOwnSql({ chunks: ['SELECT "a" FROM secrets'] })).toThrow()
    expect(() => expectOnlyOwnSql({ chunks: ["SELECT 'x'"] })).toThrow()
    expect(() => expectOnlyOwnSql({ chunks: ['SELECT "a"; '] })).toThrow()
    expect(() => expectOnlyOwnSql({ chunks: ['SELECT "a""'] })).toThrow()
  })
})
