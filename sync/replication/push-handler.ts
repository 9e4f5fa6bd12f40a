import type { RxReplicationWriteToMasterRow, WithDeleted } from 'rxdb/plugins/core'
import type { CollectionDefinition, SyncedDocument } from '../collections/definition.ts'
import { canonical } from '../collections/join.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import type { Marks } from '../in-flight.ts'
import { judge, type Overruled } from '../outbox/overruled.ts'
import type { OverruledKey } from '../outbox/overruled-values.ts'
import { editKey, type ParkedEdit } from '../outbox/parked.ts'
import type { Store } from '../store.ts'
import type { Exchange } from './exchange.ts'
import { tombstoneOf } from './pulled.ts'
import type { QueueAnswer } from './push-queue.ts'
import type { FinalAnswer } from './transport.ts'
import type { Turns } from './turns.ts'

type State = WithDeleted<SyncedDocument>
type Row = RxReplicationWriteToMasterRow<SyncedDocument>

export type PushParts = {
  store: Pick<Store, 'userId' | 'outbox' | 'now'>
  marks: Pick<Marks, 'remove'>
  exchange: Pick<Exchange, 'push'>
  /** The epoch of the last pull of this collection. */
  epochOf: (name: CollectionName) => string
  /** The server's state of these documents is not surely known any more. Never rejects: what was refused would be sent again. */
  onUncertain: (name: CollectionName) => Promise<void>
  /** The server has answered for these documents. */
  onPushed: (name: CollectionName) => void
  /** Resolves when RxDB has written what this handler answered. */
  stored: () => Promise<void>
  /** Of a collection whose documents must arrive in the order of their writing. */
  turns: Turns | undefined
}

/**
 * What RxDB calls with the documents of one collection that changed. It answers every row as if it were in conflict, with the server's row: so the
 * document takes the server's row and version in one write. Guarantee: it never throws for a row; a refused one is parked and left out.
 */
export function createPushHandler(name: CollectionName, parts: PushParts): (rows: Row[]) => Promise<State[]> {
  const { store, exchange } = parts
  // The twelve definitions have no common document type; each is only ever given its own documents
  const definition = COLLECTIONS[name] as unknown as CollectionDefinition<SyncedDocument>

  return async (rows) => {
    const unsaved = rows.filter(({ newDocumentState: state }) => state.row_version === 0 && !state._deleted)
    const giveBack = parts.turns?.take(idsOf(unsaved))
    try {
      return await push(unsaved)
    } finally {
      if (giveBack !== undefined) void parts.stored().finally(giveBack)
    }
  }

  async function push(unsaved: Row[]): Promise<State[]> {
    const edits = await withoutParked(unsaved)
    if (edits.length === 0) return []
    // `haveCome` wrote these again, so RxDB will hand them over anew.
    if ((await parts.turns?.haveCome(idsOf(edits))) === false) return []
    const outgoing = inOrder(edits).map(({ newDocumentState: { _deleted, ...document } }) => ({
      id: document.id,
      row: definition.toRow(document, store.userId),
    }))
    const ids = outgoing.map(({ id }) => id)
    // Edited while it was on its way: what went is answered by now, and what waits has not left
    parts.marks.remove(name, ids)
    const answers = await exchange.push(name, outgoing, (id) => store.outbox.sends(name, id))
    let dropped: Row[] = []
    try {
      const settled = await settle(edits, answers)
      dropped = settled.dropped
      parts.onPushed(name)
      return settled.states
    } finally {
      void parts.stored().finally(() => {
        parts.marks.remove(name, ids)
        // Order matters: what was dropped is counted until it is gone, or an app that dies between would send it three times more
        forgetSends(dropped).catch(() => {})
      })
    }
  }

  function forgetSends(rows: Row[]): Promise<void> {
    return store.outbox.clearSends(rows.map((row) => [name, row.newDocumentState.id]))
  }

  /** An edit that is parked as it is waits for the person; a newer edit of the same document takes its place. */
  async function withoutParked(edits: Row[]): Promise<Row[]> {
    const parked = store.outbox.parked()
    const fresh = edits.filter(({ newDocumentState }) => {
      const edit = parked.get(editKey(name, newDocumentState.id))
      return edit === undefined || canonical(edit.document) !== canonical(contentOf(newDocumentState))
    })
    const superseded = fresh.filter((row) => parked.has(editKey(name, row.newDocumentState.id)))
    await store.outbox.release(superseded.map((row) => [name, row.newDocumentState.id]))
    return fresh
  }

  async function settle(
    edits: Row[],
    answers: Map<string, QueueAnswer>,
  ): Promise<{ states: State[]; dropped: Row[] }> {
    const states: State[] = []
    const refused: ParkedEdit[] = []
    const lost: Overruled[] = []
    const stands: OverruledKey[] = []
    const dropped: Row[] = []
    for (const edit of edits) {
      const answer = answers.get(edit.newDocumentState.id)
      if (answer === undefined) continue
      if (answer.result !== 'refused') {
        const state = serverState(edit, answer.row)
        states.push(state)
        const sent = { ...edit.newDocumentState, ...answer.sent }
        for (const { lost: isLost, ...values } of judge(name, sent, state, baseOf(edit))) {
          const { id } = state
          if (isLost) lost.push({ collection: name, id, ...values, at: Math.floor(store.now()) })
          else stands.push([name, id, values.field])
        }
      } else if (isDropped(edit)) {
        states.push(stateBefore(edit, answer))
        dropped.push(edit)
      } else refused.push(toParked(edit, answer))
    }
    // Order matters: RxDB lays the server's row over the document once this has returned, and what lost is nowhere else by then
    await store.outbox.overrule(lost, stands)
    if (refused.length > 0) await store.outbox.park(refused)
    await forgetSends(edits.filter((edit) => !dropped.includes(edit)))
    if (dropped.length > 0) await parts.onUncertain(name)
    return { states, dropped }
  }

  function isDropped({ newDocumentState }: Row): boolean {
    const { whenRefused } = definition
    return (typeof whenRefused === 'function' ? whenRefused(newDocumentState) : whenRefused) === 'drop'
  }

  /** What the server last had, as far as this device knows; undefined when it had nothing. */
  function baseOf({ newDocumentState, assumedMasterState }: Row): SyncedDocument | undefined {
    if (assumedMasterState !== undefined && assumedMasterState.row_version > 0)
      return assumedMasterState._deleted ? undefined : assumedMasterState
    // RxDB takes an edit that was refused for what the server has
    const base = store.outbox.baseOf(name, newDocumentState.id)
    return base === undefined || base === null ? undefined : definition.parse(base)
  }

  function serverState({ newDocumentState }: Row, row: Record<string, unknown>): State {
    const sync_epoch = parts.epochOf(name)
    const read = definition.parse({ ...row, sync_epoch })
    if (read !== undefined) return { ...read, _deleted: false }
    const version = typeof row['row_version'] === 'number' ? row['row_version'] : 1
    return { ...newDocumentState, row_version: version, sync_epoch }
  }

  /** What the server has, as far as it is known: what it said now, or what it said last, or nothing. */
  function stateBefore(edit: Row, answer: FinalAnswer): State {
    const { newDocumentState } = edit
    if (answer.row) return serverState(edit, answer.row)
    const base = baseOf(edit)
    if (base !== undefined) return { ...base, _deleted: false }
    return tombstoneOf(newDocumentState.id, 1, newDocumentState.sync_epoch)
  }

  function toParked(edit: Row, answer: FinalAnswer & { result: 'refused' }): ParkedEdit {
    const base = stateBefore(edit, answer)
    return {
      collection: name,
      id: edit.newDocumentState.id,
      code: answer.code,
      document: contentOf(edit.newDocumentState),
      base: base._deleted ? null : contentOf(base),
      parkedAt: store.now(),
    }
  }
}

/**
 * In the order in which the documents came into being. RxDB hands them over in the order of their last edit, by which a message that was edited while it waited
 * would leave after those that were written behind it; ids sort by time.
 */
const inOrder = (edits: Row[]): Row[] =>
  edits.toSorted(({ newDocumentState: a }, { newDocumentState: b }) => (a.id < b.id ? -1 : 1))

const idsOf = (rows: Row[]): string[] => rows.map(({ newDocumentState }) => newDocumentState.id)

function contentOf({ _deleted, ...document }: State): Record<string, unknown> {
  return document
}
