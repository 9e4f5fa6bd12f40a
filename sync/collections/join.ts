import type { SyncedDocument } from './definition.ts'

/** Compares two epochs "realm.user" by number. */
export function compareEpochs(a: string, b: string): number {
  const [realmA = 0, userA = 0] = a.split('.').map(Number)
  const [realmB = 0, userB = 0] = b.split('.').map(Number)
  return realmA - realmB || userA - userB
}

type ServerTimes = { created_at?: string; updated_at?: string }

/** When the server made a row and last changed it, as the newer of two states says. */
export function serverTimes(mine: ServerTimes, theirs: ServerTimes): ServerTimes {
  const created_at = later(mine.created_at, theirs.created_at)
  const updated_at = later(mine.updated_at, theirs.updated_at)
  return { ...(created_at !== undefined && { created_at }), ...(updated_at !== undefined && { updated_at }) }
}

/** The larger of two times or texts; an absent one is the smallest. */
export function later(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b
  if (b === undefined) return a
  return a >= b ? a : b
}

/** Text of a value that does not depend on the order of its keys; undefined and absent are alike. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/**
 * Completes a join: `row_version` is that of an input whose content is already the joined content, else 0. So a joined document counts as saved
 * only when the server has exactly this content. `content` picks what is joined.
 */
export function withVersion<Doc extends SyncedDocument>(
  joined: Doc,
  inputs: readonly [Doc, Doc],
  content: (doc: Doc) => unknown,
): Doc {
  const wanted = canonical(content(joined))
  const versions = inputs
    .filter((doc) => canonical(content(doc)) === wanted)
    .map(({ row_version }) => row_version)
  const [a, b] = inputs
  return {
    ...joined,
    row_version: Math.max(0, ...versions),
    sync_epoch: compareEpochs(a.sync_epoch, b.sync_epoch) >= 0 ? a.sync_epoch : b.sync_epoch,
  }
}

/** The join of documents that only the server writes: the newer row; a tie goes to the larger text, so that the order of joining cannot matter. */
export function newerRow<Doc extends SyncedDocument>(mine: Doc, theirs: Doc): Doc {
  const order = compareEpochs(mine.sync_epoch, theirs.sync_epoch) || mine.row_version - theirs.row_version
  if (order !== 0) return order > 0 ? mine : theirs
  return canonical(mine) >= canonical(theirs) ? mine : theirs
}
