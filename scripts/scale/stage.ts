/** One kind of rows, made by one SQL statement per batch: `$1` ≤ n < `$2`. The same numbers give the same rows in every database. */
export type Stage = {
  /** Japanese, for the progress shown. */
  name: string
  table: string
  total: number
  batchSize: number
  sql: string
}

/** An expression of `n`: a whole number from 0 up to `below`, scattered but always the same. `salt` tells one use from another. */
export const scattered = (salt: string, below: number | string, key = 'n'): string =>
  `(('x' || substr(md5('${salt} ' || ${key}), 1, 7))::bit(28)::int % ${below})`

export const personId = (n: string): string => `md5('scale person ' || ${n})::uuid`
export const videoYoutubeId = (n: string): string => `'scale' || lpad(to_hex(${n}), 6, '0')`

/** One of these texts, chosen by `n`. */
export function oneOf(salt: string, texts: readonly string[]): string {
  const list = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
  return `(array[${list}])[1 + ${scattered(salt, texts.length)}]`
}

/** Times end here, so that the same numbers give the same times. */
export const LATEST = `timestamptz '2026-01-01 00:00:00+00'`
export const minutesBefore = (salt: string, minutes: number): string =>
  `${LATEST} - make_interval(mins => ${scattered(salt, minutes)})`
