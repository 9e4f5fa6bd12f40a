import type { SimDevice } from '../device.ts'
import { isTyped } from '../people.ts'
import type { Simulation } from '../simulation.ts'
import type { Typed } from '../typing.ts'
import { wasLeaving } from './edits.ts'

const DRAFT_PREFIX = 'mirutomo-draft:'
/** Texts younger than this, ms, may be lost when the browser is killed. */
const KEPT_AFTER_MS = 1_000

/** Every sent draft is a typed text, sent once. Every text neither sent nor given up is still stored. */
export function draftsAreSentOnceOrKept(simulation: Simulation): string[] {
  const { typed, witness } = simulation
  const sent = witness.edits.filter(
    ({ collection, document }) => collection === 'messages' && isTyped(document['body']),
  )
  const glued = sent.flatMap(({ device, document }) =>
    typed.has(String(document['body']))
      ? []
      : [`${device} sent ${String(document['body'])}, which nobody typed`],
  )
  const twice = [...Map.groupBy(sent, ({ document }) => String(document['body']))].flatMap(([body, edits]) =>
    typed.get(body)?.isCopied !== true && new Set(edits.map(({ id }) => id)).size > 1
      ? [`${body} was sent more than once`]
      : [],
  )
  const lost = [...typed.values()].flatMap((one) =>
    one.isGivenUp ||
    isDelivered(simulation, one.text) ||
    stands(simulation, one) ||
    isExcused(simulation, one)
      ? []
      : [`${one.text}, typed by ${one.process} at ${Math.round(one.at)} ms, is lost`],
  )
  return [...glued, ...twice, ...lost]
}

/** Did a device store a message with this text, while its account stayed? */
export const isDelivered = (simulation: Simulation, text: string): boolean =>
  simulation.witness.edits.some(
    (edit) =>
      edit.collection === 'messages' && edit.document['body'] === text && !wasLeaving(simulation, edit),
  )

/** The unsent texts of a person on a device. */
export const draftsOn = ({ local }: SimDevice, userId: string): string[] =>
  [...local.items].flatMap(([key, value]) =>
    key.startsWith(`${DRAFT_PREFIX}${userId}:`) ? [(JSON.parse(value) as { text: string }).text] : [],
  )

function stands({ devices, draftsBefore }: Simulation, { device, userId, text }: Typed): boolean {
  const on = devices.get(device)
  return (
    (on !== undefined && draftsOn(on, userId).includes(text)) ||
    draftsBefore.some((one) => one.device === device && one.userId === userId && one.texts.includes(text))
  )
}

function isExcused({ witness, browserEnds, devices }: Simulation, { device, userId, at }: Typed): boolean {
  // What another process has stored a moment ago need not be seen yet: who signs out in one tab types in no other
  const isWithAccount = witness.departures.some(
    (one) =>
      one.device === device &&
      one.userId === userId &&
      one.until >= at &&
      (one.how === 'discard' || one.from <= at),
  )
  // A full disk keeps no mirror
  const wasFull = devices.get(device)?.disk.wasFull === true
  return (
    isWithAccount ||
    (browserEnds.get(device) ?? []).some((end) => end >= at && (wasFull || end - at <= KEPT_AFTER_MS))
  )
}

/** Devices keep no drafts of people who signed out. */
export function noDraftsOfOthers({ devices }: Simulation): string[] {
  return [...devices.values()].flatMap(({ name, local, userId }) =>
    [...local.items.keys()].flatMap((key) =>
      key.startsWith(DRAFT_PREFIX) && !(userId !== undefined && key.startsWith(`${DRAFT_PREFIX}${userId}:`))
        ? [`${name} still has ${key}`]
        : [],
    ),
  )
}
