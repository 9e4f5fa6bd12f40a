import type { RxConflictHandlerInput, WithDeleted } from 'rxdb/plugins/core'
import type { SyncedDocument } from '../collections/definition.ts'
import { canonical } from '../collections/join.ts'

type State = WithDeleted<SyncedDocument>

/** RxDB's name for the question "must this row of the server, the first argument, be laid over the device's document, the second?" */
export const BEFORE_LAYING_OVER = 'downstream-check-if-equal-1'

/** Are two states of one document the same to the replication? */
export function sameDocument(a: State, b: State, context: string): boolean {
  if (context === BEFORE_LAYING_OVER && (waitsForThePerson(a, b) || isOverdue(a, b))) return true
  if (a._deleted !== b._deleted || a.row_version !== b.row_version) return false
  if (a.row_version > 0) return a.sync_epoch === b.sync_epoch
  return canonical(a) === canonical(b)
}

/**
 * A refused edit counts as pushed to RxDB, which would lay the next row of the server over what the person typed. It stays until they decide, or edit
 * again; then the server's answer brings that row. What may no longer be seen goes all the same.
 */
function waitsForThePerson(row: State, document: State): boolean {
  return document.row_version === 0 && !document._deleted && !row._deleted
}

/**
 * Is this row older than what the device already has from the server? It happens when an answer to a push overtook the pull, and with rows learned
 * elsewhere (they carry no epoch). After an epoch changed older versions are right: a restored server is behind.
 */
function isOverdue(row: State, document: State): boolean {
  if (document.row_version === 0) return false
  if (row.sync_epoch === '') return !document._deleted && row.row_version <= document.row_version
  return row.sync_epoch === document.sync_epoch && row.row_version < document.row_version
}

/**
 * The server has joined what was pushed with what it had (the same join as `merge…`, with times clamped to its now), so its row is the result.
 * A write made meanwhile is not lost: RxDB refuses to lay this row over a newer revision, and pushes that revision next.
 */
export function serverRowStands(input: RxConflictHandlerInput<SyncedDocument>): Promise<State> {
  return Promise.resolve(input.realMasterState)
}
