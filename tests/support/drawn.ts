import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Who } from './addresses.ts'

/** What a copy without its history draws by. */
const NO_COMMIT = 'no commit'

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return NO_COMMIT
  }
}

let head: string | undefined
const isDrawn = process.env['DRAW'] === 'by commit'

/**
 * So many of these ways for `what`, the same for each run of a commit and others for the next. Only a whole
 * `npm test` draws; every other run has all of them.
 */
export function drawn<Way extends { name: string }>(
  what: string,
  ways: readonly Way[],
  count: number,
): Way[] {
  if (!isDrawn) return [...ways]
  head ??= commit()
  const place = ({ name }: Way): string => createHash('sha256').update(`${head}${what}${name}`).digest('hex')
  return ways.toSorted((one, other) => place(one).localeCompare(place(other))).slice(0, count)
}

/** Whose screens `pass` opens: a viewer's, and those of one of `others`. Other passes of a commit draw anew. */
export const drawnRoles = <Role extends Who>(pass: string, others: readonly Role[]): ('viewer' | Role)[] => [
  'viewer',
  ...drawn(
    pass,
    others.map((name) => ({ name })),
    1,
  ).map(({ name }) => name),
]
