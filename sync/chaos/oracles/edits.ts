import { EPOCH_MS } from '../doors/clock.ts'
import { documentsOn, parkedOn } from '../disk-documents.ts'
import { isTyped } from '../people.ts'
import { type Claim, claimsOf } from '../registers.ts'
import type { Simulation } from '../simulation.ts'
import type { Departed, LocalEdit, Witness } from '../witness.ts'

const key = (edit: { collection: string; id: string }): string => `${edit.collection}/${edit.id}`

/**
 * No edit that a device stored is lost: of every field the server has the value whose edit was the latest by its own time; a message is there. Unless the edit was
 * refused and is parked, was given up by the person, or went down with a copy of the database that was put back.
 */
export function noEditIsLost(simulation: Simulation): string[] {
  const byRow = Map.groupBy(simulation.witness.edits, key)
  return [...byRow.values()].flatMap((edits) => checkRow(simulation, edits))
}

function checkRow(simulation: Simulation, edits: LocalEdit[]): string[] {
  const [first] = edits
  if (first === undefined) return []
  const { collection, id } = first
  const row = simulation.server.row(collection, id)
  if (collection === 'messages') return checkMessage(simulation, edits)
  if (collection === 'conversations') return edits.flatMap((edit) => checkReading(simulation, edit))
  const standing = edits.filter((edit) => !isExcused(simulation, edit))
  const stored = row === undefined ? [] : claimsOf(collection, row)
  return standing.flatMap(({ device, at, claims }) =>
    claims.flatMap((claim) => {
      const final = stored.find(({ field }) => field === claim.field)
      const what = `${collection}/${id}: ${claim.field} = ${JSON.stringify(claim.value)} of ${claim.time}, stored on ${device} at ${Math.round(at)} ms`
      // A time later than the server's now is not taken when it changes nothing
      if (row !== undefined && isSame(final ?? { ...claim, value: row[claim.field] }, claim)) return []
      if (final === undefined) return [`${what}, is not on the server`]
      if (rivals(edits, claim).some((rival) => isSame(final, rival))) return []
      // The server takes a time later than its now as now; it was not earlier than the edit
      const least = Math.min(claim.time, EPOCH_MS + Math.floor(at))
      if (final.time < least && !wasSaidBefore(edits, claim, at, final))
        return [`${what}, is lost: the server has ${JSON.stringify(final)}`]
      if (final.time === claim.time && !isSame(final, claim))
        return [`${what}, is lost: the server has ${JSON.stringify(final)} of the same time`]
      return []
    }),
  )
}

const isSame = (a: Claim, b: Claim): boolean =>
  JSON.stringify(a.value ?? null) === JSON.stringify(b.value ?? null)

/**
 * Of an edit whose time lies in the future the server takes the time only with a new value: where the value is there already, it counts from when that was said, and
 * what was said between stands. That a field holds nothing was said before everything else.
 */
function wasSaidBefore(edits: LocalEdit[], claim: Claim, at: number, final: Claim): boolean {
  if (claim.time <= EPOCH_MS + Math.ceil(at)) return false
  const earlier = edits
    .flatMap(({ claims }) => claims)
    .filter(({ field, time }) => field === claim.field && time <= final.time)
  const saysNothing = (claim.value ?? '') === ''
  return (
    earlier.some((other) => isSame(other, claim)) ||
    (saysNothing && earlier.every(({ time }) => time === final.time))
  )
}

/**
 * What else was said about the same field for the same moment or a later one. A later one that lies in the future the server takes as its now, or, where its value is
 * there already, as of when that was said.
 */
const rivals = (edits: LocalEdit[], claim: Claim): Claim[] =>
  edits.flatMap(({ claims }) =>
    claims.filter(({ field, time }) => field === claim.field && time >= claim.time),
  )

function checkMessage(simulation: Simulation, edits: LocalEdit[]): string[] {
  return edits.flatMap((edit) => {
    if (simulation.server.row('messages', edit.id) !== undefined || isExcused(simulation, edit)) return []
    return [`${key(edit)} (${String(edit.document['body'])}), stored on ${edit.device}, is not on the server`]
  })
}

function checkReading(simulation: Simulation, edit: LocalEdit): string[] {
  const row = simulation.server.row('conversations', edit.id)
  if (row === undefined || isExcused(simulation, edit)) return []
  const side = row['user1_id'] === edit.userId ? 'user1_read_seq' : 'user2_read_seq'
  const seqs = simulation.server
    .rows('messages')
    .filter((message) => message['conversation_id'] === edit.id)
    // A server that was put back may have lost what was read, and give its place to what came later
    .filter((message) => Date.parse(String(message['created_at'])) <= EPOCH_MS + Math.ceil(edit.at))
    .map((message) => Number(message['seq']))
  const read = Math.min(Number(edit.document['my_read_seq']), Math.max(0, ...seqs))
  return Number(row[side] ?? 0) >= read
    ? []
    : [`${key(edit)}: read until ${read} on ${edit.device}, but ${String(row[side])} on the server`]
}

/** Is it known where the edit went? */
function isExcused(simulation: Simulation, edit: LocalEdit): boolean {
  const { witness, lost, devices } = simulation
  const same = (other: { device: string; collection: string; id: string; at: number }): boolean =>
    other.device === edit.device && key(other) === key(edit) && other.at >= edit.at
  const device = devices.get(edit.device)
  const parked = [
    ...(device === undefined ? [] : parkedOn(device.disk, edit.userId)),
    ...simulation.parkedBefore
      .filter((one) => one.device === edit.device && one.userId === edit.userId)
      .flatMap(({ edits }) => edits),
  ]
  if (parked.some((one) => key(one) === key(edit) && covers(edit, one.document))) return true
  const isAboutNothing =
    edit.collection === 'notification_reads' && simulation.server.row('notifications', edit.id) === undefined
  if (isAboutNothing) return true
  if (witness.decisions.some((one) => one.decision === 'discard' && same(one))) return true
  if (wasLeaving(simulation, edit)) return true
  const wasSent = witness.arrived.some((one) => same(one) && covers(edit, one.row))
  if (!wasSent && witness.departures.some((one) => isGivenUp(one, edit))) return true
  if (IS_DROPPED.has(edit.collection) && [...witness.refusals, ...witness.rejections].some(same)) return true
  return lost.some(({ from, until }) =>
    witness.arrived.some((one) => same(one) && one.at >= from && one.at <= until && covers(edit, one.row)),
  )
}

/** Was it stored by a tab that knew by then that the account leaves? It tells nobody that it did. */
export const wasLeaving = ({ witness }: Simulation, { process, at }: LocalEdit): boolean =>
  witness.leavings.some((one) => one.process === process && at >= one.from && at <= one.until)

/** Did the account leave this device later, giving up what it had not sent? */
const isGivenUp = (departed: Departed, edit: LocalEdit): boolean =>
  departed.how === 'discard' &&
  departed.device === edit.device &&
  departed.userId === edit.userId &&
  departed.until >= edit.at

/** Collections whose refused edits have no meaning of their own. */
const IS_DROPPED = new Set<string>(['conversations', 'notification_reads'])

/** Does this document or row say what the edit said, or something later? */
function covers(edit: LocalEdit, document: Record<string, unknown>): boolean {
  if (edit.collection === 'messages' || edit.collection === 'conversations') return true
  const claims = claimsOf(edit.collection, document)
  return edit.claims.every((claim) =>
    claims.some(({ field, time }) => field === claim.field && time >= claim.time),
  )
}

/** A message that was sent once is there once; nobody's copy of a conversation is in another order. */
export function messagesOnceAndInOrder({ server, devices, witness, typed }: Simulation): string[] {
  const rows = server.rows('messages').toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
  const twice = [...Map.groupBy(rows, (row) => String(row['body'])).entries()]
    .filter(([body, same]) => body !== '' && same.length > 1 && typed.get(body)?.isCopied !== true)
    .map(([body, same]) => `the message ${body} is there ${same.length} times`)
  const seqs = new Map(rows.map((row) => [row.id, Number(row['seq'])]))
  const twins = [
    ...Map.groupBy(rows, (row) => `${String(row['conversation_id'])} ${String(row['seq'])}`).values(),
  ]
    .filter((same) => same.length > 1)
    .map(([row]) => `two messages have the place ${String(row?.['seq'])}`)
  const disordered = [...devices.values()].flatMap(({ name, disk, userId }) =>
    userId === undefined
      ? []
      : documentsOn(disk, userId, 'messages')
          .filter(
            ({ id, row_version, _deleted, seq }) => row_version > 0 && !_deleted && seqs.get(id) !== seq,
          )
          .map(
            ({ id, seq }) =>
              `${name} has the message ${id} at place ${String(seq)}, the server at ${seqs.get(id)}`,
          ),
  )
  const refused = new Set(witness.refusals.map(({ id }) => id))
  return [...twice, ...twins, ...disordered, ...outOfTurn(witness, seqs, refused)]
}

/**
 * What one device of one person wrote into one conversation arrived in that order, but for what was refused for a while. Of two messages the earlier is that which was
 * both begun and stored first: on a full device a message that was begun first may be stored last, and then either order is right. What was sealed when its account
 * left comes back when it can be opened, and nothing waits for it. Tabs of two builds do not wait for each other.
 */
function outOfTurn(witness: Witness, seqs: Map<string, number>, refused: Set<string>): string[] {
  const written = witness.edits.filter(
    ({ collection, id, document }) =>
      collection === 'messages' && !refused.has(id) && !isTyped(document['body']),
  )
  const firsts = [...Map.groupBy(written, ({ id }) => id).values()].flatMap(([edit]) => edit ?? [])
  const lines = Map.groupBy(
    firsts,
    (edit) => `${edit.device} ${edit.userId} ${String(edit.document['conversation_id'])}`,
  )
  return [...lines.values()].flatMap((line) =>
    line.flatMap((before, place) =>
      line.slice(place + 1).flatMap((edit) => {
        const [a, b] = [seqs.get(before.id), seqs.get(edit.id)]
        if (numberOf(before) > numberOf(edit) || a === undefined || b === undefined || a < b) return []
        if (before.generation !== edit.generation) return []
        if (witness.departures.some((departed) => isBetween(departed, before, edit))) return []
        return [`${textOf(before)} was written before ${textOf(edit)}, but stands behind it`]
      }),
    ),
  )
}

/** Did the account leave the device after the one was written and before the other was? */
const isBetween = (departed: Departed, before: LocalEdit, edit: LocalEdit): boolean =>
  departed.device === edit.device &&
  departed.userId === edit.userId &&
  departed.until >= before.at &&
  departed.from <= edit.at

const textOf = ({ document }: LocalEdit): string => String(document['body'])
/** Schedules number what they write, in the order in which it is begun; what was typed leaves in another. */
const numberOf = (edit: LocalEdit): number => Number(textOf(edit).split(' ')[1])
