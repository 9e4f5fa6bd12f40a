import { invalidPreferences } from '../errors/request-errors.ts'
import { unsupported } from '../errors/rest-error.ts'

/** The `Prefer` header (RFC 7240). */
export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly representation: 'representation' | 'minimal' | 'headers-only' | null
  readonly count: 'exact' | null
  readonly missing: 'default' | 'null' | null
  readonly handling: 'strict' | 'lenient' | null
  readonly transaction: 'commit' | null
  readonly maxAffected: number | null
}

const KNOWN = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
} as const
type Known = typeof KNOWN

/** Preferences of PostgREST that this stack does not serve, also where they may be ignored: a wrong answer is worse than none. */
const UNSERVED: readonly string[] = ['count=planned', 'count=estimated', 'tx=rollback']

/** Of a preference given twice the first counts. Unknown ones are ignored, unless `handling=strict` was asked for. */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => preference !== '')
  const unserved = given.find(
    (preference) => UNSERVED.includes(preference) || preference.startsWith('timezone='),
  )
  if (unserved !== undefined) throw unsupported(`the preference ${unserved}`)
  const handling = firstOf(given, 'handling')
  const invalid = given.filter((preference) => !isKnown(preference))
  if (handling === 'strict' && invalid.length > 0) throw invalidPreferences(invalid)
  return {
    resolution: firstOf(given, 'resolution'),
    representation: firstOf(given, 'return'),
    count: firstOf(given, 'count'),
    missing: firstOf(given, 'missing'),
    handling,
    transaction: firstOf(given, 'tx'),
    maxAffected: maxAffectedOf(given),
  }
}

function firstOf<Name extends keyof Known>(given: readonly string[], name: Name): Known[Name][number] | null {
  const values: readonly Known[Name][number][] = KNOWN[name]
  for (const preference of given) {
    const value = values.find((known) => preference === `${name}=${known}`)
    if (value !== undefined) return value
  }
  return null
}

function isKnown(preference: string): boolean {
  return (
    maxAffectedOf([preference]) !== null ||
    Object.entries(KNOWN).some(([name, values]) => values.some((value) => preference === `${name}=${value}`))
  )
}

function maxAffectedOf(given: readonly string[]): number | null {
  const prefix = 'max-affected='
  const value = given.find((preference) => preference.startsWith(prefix))?.slice(prefix.length) ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** The limit on affected rows counts only with `handling=strict`. */
export function strictMaxAffected(preferences: Preferences): number | null {
  return preferences.handling === 'strict' ? preferences.maxAffected : null
}

type Applied = { readonly [Name in keyof Preferences]?: Preferences[Name] }

/** The value of `Preference-Applied`, or null when none was. */
export function preferenceApplied(applied: Applied): string | null {
  const { resolution, missing, representation, count, transaction, handling, maxAffected } = applied
  const parts = [
    resolution && `resolution=${resolution}`,
    missing && `missing=${missing}`,
    representation && `return=${representation}`,
    count && `count=${count}`,
    transaction && `tx=${transaction}`,
    handling && `handling=${handling}`,
    handling === 'strict' && typeof maxAffected === 'number' && `max-affected=${maxAffected}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? null : parts.join(', ')
}
