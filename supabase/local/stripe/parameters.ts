import * as v from 'valibot'
import { invalid, notHere, type StripeRefusal } from './errors.ts'
import type { Form } from './form.ts'

/** The parameters of one call: those it takes, and the names of those that only Stripe takes. */
export type Parameters<S extends v.GenericSchema> = { takes: S; onlyStripe?: readonly string[] }

/** Checks a call's parameters as Stripe does; throws the refusal of the first that is wrong. */
export function readParameters<S extends v.GenericSchema>(
  { takes, onlyStripe = [] }: Parameters<S>,
  form: Form,
): v.InferOutput<S> {
  const elsewhere = Object.keys(form).find((name) => onlyStripe.includes(name))
  if (elsewhere !== undefined) throw notHere(`parameter ${elsewhere} here`)
  const read = v.safeParse(takes, form)
  if (read.success) return read.output
  throw refusalOf(read.issues.find(isUnknown) ?? read.issues[0])
}

const isUnknown = (issue: v.BaseIssue<unknown>): boolean =>
  issue.type === 'strict_object' && issue.expected === 'never'

function refusalOf(issue: v.BaseIssue<unknown>): StripeRefusal {
  const param = nameOf(issue)
  const given = typeof issue.input === 'string' ? issue.input : ''
  if (isUnknown(issue))
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  if (issue.received === 'undefined')
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.input === '') {
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  if (issue.message === 'integer')
    return invalid(`Invalid integer: ${given}`, { code: 'parameter_invalid_integer', param })
  if (issue.message === 'boolean') return invalid(`Invalid boolean: ${given}`, { param })
  if (issue.type === 'min_value' || issue.type === 'max_value') {
    const side = issue.type === 'min_value' ? 'greater' : 'less'
    return invalid(`This value must be ${side} than or equal to ${String(issue.requirement)}.`, {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  if (issue.type === 'picklist')
    return invalid(`Invalid ${param}: must be one of ${issue.expected?.replaceAll('"', '')}`, { param })
  return invalid(`Invalid ${param}: ${issue.message}`, { param })
}

const nameOf = ({ path }: v.BaseIssue<unknown>): string =>
  (path ?? []).map(({ key }, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('')

export const text = v.pipe(v.string(), v.minLength(1), v.maxLength(5000))
export const integer = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'integer'), v.transform(Number))
export const boolean = v.pipe(
  v.string(),
  v.regex(/^(true|false)$/, 'boolean'),
  v.transform((value) => value === 'true'),
)
/** Text that an empty string takes away. */
export const clearable = v.pipe(
  v.string(),
  v.maxLength(5000),
  v.transform((value) => (value === '' ? null : value)),
)

export const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((form) => Object.values(form)),
    v.array(item),
  )

const MAX_KEYS = 50
const Entries = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(40, 'keys have 40 characters at most')),
    v.pipe(v.string(), v.maxLength(500, 'values have 500 characters at most')),
  ),
  v.check((entries) => Object.keys(entries).length <= MAX_KEYS, `there are ${MAX_KEYS} keys at most`),
)
const Cleared = v.pipe(
  v.literal(''),
  v.transform((): null => null),
)
/** What is to be set; an empty value takes its key away, an empty string instead of all of it every key. */
export const metadata = v.lazy((given: unknown): typeof Cleared | typeof Entries =>
  given === '' ? Cleared : Entries,
)

export function withMetadata(
  known: Record<string, string>,
  set: Record<string, string> | null | undefined,
): Record<string, string> {
  if (set === null) return {}
  return Object.fromEntries(Object.entries({ ...known, ...set }).filter(([, value]) => value !== ''))
}

export const expand = v.optional(list(text))
export const paging = {
  limit: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(100)), '10'),
  starting_after: v.optional(text),
  ending_before: v.optional(text),
  expand,
}
