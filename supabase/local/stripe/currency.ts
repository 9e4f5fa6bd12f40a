import * as v from 'valibot'
import { notHere } from './errors.ts'

const KNOWN = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** Yen only; others that exist are told by name. */
export const currency = v.pipe(
  v.string(),
  v.minLength(1),
  v.transform((code) => code.toLowerCase()),
  v.check((code) => KNOWN.has(code), 'must be a three-letter ISO code of a supported currency.'),
  v.transform((code) => {
    if (code !== 'jpy') throw notHere(`currency ${code}`)
    return code
  }),
)
