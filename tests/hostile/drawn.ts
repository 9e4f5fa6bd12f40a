import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { MODES, type Mode } from './modes.ts'

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

const isAll = process.env['HOSTILE'] === 'all'

/**
 * So many modes for `what`, the same for each run of a commit and others for the next; all where HOSTILE=all.
 */
export function drawnModes(what: string, count: number): Mode[] {
  const head = commit()
  const place = ({ name }: Mode): string => createHash('sha256').update(`${head}${what}${name}`).digest('hex')
  const shuffled = MODES.toSorted((one, other) => place(one).localeCompare(place(other)))
  return isAll ? shuffled : shuffled.slice(0, count)
}
