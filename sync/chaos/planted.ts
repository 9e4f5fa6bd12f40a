import type { ServerFault } from '../testing/fake-server.ts'
import type { Edit } from './bundle.ts'

/** A mistake that the simulation must find: changes of source files of the engine while it is bundled, or one of the model server's own. */
export type Planted = { edits?: Edit[]; serverFaults?: ServerFault[] }

const inServer = (...serverFaults: ServerFault[]): Planted => ({ serverFaults })
const inEngine = (file: string, find: string, replace: string): Planted => ({
  edits: [{ file, find, replace }],
})

/** None of these is in the product; each is to be found within 500 schedules (`npm run chaos -- --fault NAME`). */
export const PLANTED: Record<string, Planted> = {
  'checkpoint by timestamp': inServer('checkpoint_by_timestamp'),
  'no guard against late commits': inServer('no_xmin_guard'),
  'no revocations': inServer('no_revocations'),
  'acknowledged before the commit': inServer('acknowledged_before_commit'),
  'a refused row fails the push': inServer('refused_row_throws'),
  'no new epoch after a restore': inServer('epoch_missing'),
  'last writer by arrival': inServer('last_writer_by_arrival'),
  'messages stored again when sent again': inServer('dedupe_removed'),
  'saved before the server answered': inEngine(
    'replication/push-handler.ts',
    'const answers = await exchange.push(',
    `if (name !== 'messages') {
      void exchange.push(name, outgoing, () => 0).catch(() => {})
      return edits.map(({ newDocumentState }) => ({ ...newDocumentState, row_version: 1 }))
    }
    const answers = await exchange.push(`,
  ),
  'a refused row throws': inEngine(
    'replication/push-handler.ts',
    '} else refused.push(toParked(edit, answer))',
    "} else throw new Error('refused')",
  ),
  'a new epoch is not swept': inEngine(
    'replication/epochs.ts',
    "if (reset || (before !== '' && before !== epoch)) await write(SWEEP + name, epoch)",
    '',
  ),
  'a poke is taken for data': inEngine(
    'replication/start.ts',
    'gather(options.poke$, timing.pokeMs, leader)',
    `gather(options.poke$, timing.pokeMs, {
      ...leader,
      pull: (names) => {
        leader.pull(names)
        for (const name of names)
          store.collections[name]
            ?.find({ selector: { row_version: 0 } })
            .exec()
            .then((docs) => docs.forEach((doc) => doc.incrementalPatch({ row_version: 1 })))
      },
    })`,
  ),
  'the clock is not corrected': inEngine(
    'corrected-clock.ts',
    'now: () => serverTime(parts.now(), correctionOf(estimate))',
    'now: parts.now',
  ),
  'acknowledged before it is on the disk': inEngine(
    'storage/native.ts',
    'transaction.oncomplete = () => resolve()',
    'resolve()',
  ),
  'refused rows are sent without end': inEngine(
    'replication/push-queue.ts',
    'export const MAX_SENDS = 3',
    'export const MAX_SENDS = 300',
  ),
  'no lock around the refresh': inEngine(
    'session/access-token.ts',
    "withLock('refresh', SESSION_KEY, (held) => renewed(options, session, held))",
    'renewed(options, session, { lost: new AbortController().signal, isSure: () => true })',
  ),
  'the worker does not end': inEngine(
    'replication/once.ts',
    'await Promise.race([leader.syncNow(), failWhenAborted(...ends)])',
    'await leader.syncNow().catch(() => new Promise(() => {}))',
  ),
  'Retry-After is not heeded': inEngine(
    'replication/exchange.ts',
    "return 'retryAfterMs' in failure ? failure.retryAfterMs : null",
    'return null',
  ),
  'a tab adopts the draft of a living tab': inEngine(
    '../src/domain/draft.ts',
    'find((version) => shelf.isOwn(version.tab) && !isLeaving(version))',
    'find((version) => !isLeaving(version))',
  ),
  'drafts are not mirrored': inEngine(
    '../src/platform/drafts.ts',
    'timer ??= setTimeout(mirrorNow, MIRROR_AFTER_MS)',
    '',
  ),
  'drafts are not sealed with their account': inEngine(
    'departure/depart.ts',
    'readLeftBehind(userId, drafts())',
    'readLeftBehind(userId, [])',
  ),
}

/** The schedule of `plant` that told of each last time: tried first, so that finding all of them again does not take all of their schedules. One that tells no more is no fault; the search begins at the beginning. */
export const TOLD_BY: Partial<Record<string, number>> = {
  'checkpoint by timestamp': 102,
  'no guard against late commits': 102,
  'no revocations': 5,
  'acknowledged before the commit': 4,
  'a refused row fails the push': 0,
  'no new epoch after a restore': 51,
  'last writer by arrival': 47,
  'messages stored again when sent again': 20,
  'saved before the server answered': 0,
  'a refused row throws': 2,
  'a new epoch is not swept': 51,
  'a poke is taken for data': 4,
  'the clock is not corrected': 5,
  'acknowledged before it is on the disk': 1,
  'refused rows are sent without end': 78,
  'no lock around the refresh': 158,
  'the worker does not end': 143,
  'a tab adopts the draft of a living tab': 0,
  'drafts are not mirrored': 28,
  'drafts are not sealed with their account': 62,
}

/** To be planted by hand (`npm run chaos -- --fault NAME`); how soon each is found has not been measured. */
const UNPROVEN: Record<string, Planted> = {
  'the sweep removes what was never sent': inEngine(
    'replication/sweep.ts',
    '{ row_version: { $gt: 0 } }',
    '{ row_version: { $gte: 0 } }',
  ),
  'an edit is lost when made during its push': inEngine(
    'storage/fast-write.ts',
    'outcome = categorize(instance, existing, rows, context)',
    `for (const row of rows) if (row.previous !== undefined) row.previous = existing.get(idOf(row))
          outcome = categorize(instance, existing, rows, context)`,
  ),
  'a parked edit is sent again by itself': inEngine(
    'replication/push-handler.ts',
    'return edit === undefined || canonical(edit.document) !== canonical(contentOf(newDocumentState))',
    'return true',
  ),
  'marks of what is on its way stay': inEngine(
    'replication/push-handler.ts',
    `void parts.stored().finally(() => {
        parts.marks.remove(name, ids)`,
    'void parts.stored().finally(() => {',
  ),
  'later messages overtake earlier ones': inEngine(
    'replication/push-queue.ts',
    'queue.push({ id, row, collection',
    'queue.unshift({ id, row, collection',
  ),
  "another account's token is used": {
    edits: [
      {
        file: 'replication/transport.ts',
        find: 'if (token === null || subjectOf(token) !== sender.userId)',
        replace: 'if (token === null)',
      },
    ],
  },
  'removals from the server are ignored': inEngine(
    'replication/pulled.ts',
    'return tombstone.success ? [',
    "return tombstone.success && row['_deleted'] !== true ? [",
  ),
}

export const PLANTABLE: Readonly<Record<string, Planted>> = { ...PLANTED, ...UNPROVEN }

export function plantedFault(name: string): Planted {
  const planted = PLANTABLE[name]
  if (planted === undefined)
    throw new Error(`no such fault: ${name} (there are: ${Object.keys(PLANTABLE).join(', ')})`)
  return planted
}
