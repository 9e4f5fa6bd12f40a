import {
  createFakeServer,
  type FakeServer,
  type OpenTransaction,
  type ServerFault,
  type Snapshot,
} from '../../testing/fake-server.ts'
import { Blocked } from '../../testing/server/storage.ts'
import { Failure } from '../../testing/server/values.ts'
import { type Act, asSent, CONNECTION, madeId, type Writing } from './acts.ts'
import {
  BEGINNING,
  CONVERSATIONS,
  FAVORITE_LIMIT,
  MESSAGE_WINDOW,
  PEOPLE,
  START_MS,
  VIDEOS,
} from './beginning.ts'
import { deletedId, olderOf, type Performed, pulledFrom, type Side } from './side.ts'

/** The model, doing one schedule. */
export function createModelSide(faults: ServerFault[] = []): Side {
  const beginning = begin()
  let now = 0
  let ids = 0
  const newId = (): string => madeId(++ids)
  let server = beginning.open(() => now, newId, faults)
  let copy: Snapshot | undefined
  const held = new Map<number, OpenTransaction>()

  const write = (
    to: FakeServer | OpenTransaction,
    writing: Writing,
    seqs: Map<string, number>,
  ): Performed => {
    if (writing.act === 'push') {
      const { server_time, answers } = to.push(
        PEOPLE[writing.person] ?? '',
        asSent(writing.batches, seqs) as never,
      )
      return { server_time, answers }
    }
    if (writing.act === 'notify') {
      const { recipient, sender, type, priority, premiumOnly, group } = writing
      return {
        made:
          to.notify({
            user_id: PEOPLE[recipient] ?? '',
            type,
            title: 'title',
            priority,
            is_premium_only: premiumOnly,
            ...(sender === null ? {} : { sender_id: PEOPLE[sender] }),
            ...(group === null ? {} : { notification_group: group }),
          }) ?? null,
      }
    }
    if (writing.act === 'video')
      to.write('videos', { id: VIDEOS[writing.video]?.id ?? '', ...writing.change })
    if (writing.act === 'profile')
      to.write('profiles', { id: PEOPLE[writing.person] ?? '', bio: writing.bio })
    if (writing.act === 'connection') to.write('connections', { ...CONNECTION, status: writing.status })
    return {}
  }

  const perform = (
    act: Act,
    seqs: Map<string, number>,
    checkpoints: Parameters<typeof pulledFrom>[1],
  ): Performed => {
    switch (act.act) {
      case 'pull': {
        const { person, asked } = pulledFrom(act, checkpoints)
        return server.pull(person, asked as never, act.limit)
      }
      case 'older': {
        const { person, conversation, before } = olderOf(act, seqs)
        return server.older(person, conversation, before, act.limit)
      }
      case 'block':
      case 'unblock':
        if (act.person === act.other) return {}
        server[act.act](PEOPLE[act.person] ?? '', PEOPLE[act.other] ?? '')
        return {}
      case 'close':
      case 'reopen': {
        const id = CONVERSATIONS[act.conversation]?.id ?? ''
        if (server.row('conversations', id) !== undefined)
          server.write('conversations', { id, is_active: act.act === 'reopen' })
        return {}
      }
      case 'delete':
        server.deleteRows(act.what, deletedId(act.what, act.which))
        return {}
      case 'premium':
        server.write('profiles', { id: PEOPLE[act.person] ?? '', is_premium: act.has })
        return {}
      case 'publish':
        server.publishAggregates()
        return {}
      case 'restart':
        server.startUserEpoch(PEOPLE[act.person] ?? '', act.collection as 'favorites')
        return {}
      case 'hold': {
        if (held.has(act.slot)) return 'skipped'
        const transaction = server.begin()
        try {
          const answer = write(transaction, act.writing, seqs)
          held.set(act.slot, transaction)
          return answer
        } catch (error) {
          transaction.rollback()
          throw error
        }
      }
      case 'release': {
        const transaction = held.get(act.slot)
        held.delete(act.slot)
        if (act.commit) transaction?.commit()
        else transaction?.rollback()
        return transaction === undefined ? 'skipped' : {}
      }
      case 'copy':
        copy = server.snapshot()
        return {}
      case 'restore':
        if (copy === undefined) return 'skipped'
        held.clear()
        server.restoreSnapshot(copy)
        return {}
      case 'push':
      case 'notify':
      case 'video':
      case 'profile':
      case 'connection':
        return write(server, act, seqs)
    }
  }

  return {
    reset: (at) => {
      now = at
      ids = 0
      held.clear()
      copy = undefined
      server = beginning.open(() => now, newId, faults)
      return Promise.resolve()
    },
    perform: (act, at, seqs, checkpoints) => {
      now = at
      const idsBefore = ids
      try {
        return Promise.resolve(perform(act, seqs, checkpoints))
      } catch (error) {
        if (error instanceof Blocked) {
          // The database is not asked at all
          ids = idsBefore
          return Promise.resolve('skipped')
        }
        if (error instanceof Failure) return Promise.resolve({ refused: error.state })
        return Promise.reject(error)
      }
    },
  }
}

/** The database of BEGINNING, to be opened again and again. */
function begin() {
  const first = createFakeServer({ now: () => START_MS - 1, checksReferences: true })
  const transaction = first.begin()
  const created_at = first.timeText(START_MS - 1)
  for (const [name, rows] of BEGINNING)
    // A relation does not tell when it came to be
    transaction.write(name, ...rows.map((row) => (name === 'relations' ? row : { created_at, ...row })))
  transaction.commit()
  const start = first.snapshot()
  return {
    open: (now: () => number, newId: () => string, faults: ServerFault[]): FakeServer =>
      createFakeServer({
        now,
        newId,
        faults,
        checksReferences: true,
        favoriteLimit: FAVORITE_LIMIT,
        messageWindow: MESSAGE_WINDOW,
        start,
      }),
  }
}
