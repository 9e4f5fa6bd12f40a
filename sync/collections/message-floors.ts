import { distinctUntilChanged, map, type Observable } from 'rxjs'
import * as v from 'valibot'
import type { Outbox } from '../outbox/outbox.ts'
import { canonical } from './join.ts'
import type { Store } from '../store.ts'

/** The outbox remembers under this name in which epoch the floors are, and by conversation where each is. */
const NAME = 'message_floors'
const Floors = v.object({ epoch: v.string(), floors: v.record(v.string(), v.number()) })
type Floors = v.InferOutput<typeof Floors>

function read(value: unknown): Floors {
  const known = v.safeParse(Floors, value)
  return known.success ? known.output : { epoch: '', floors: {} }
}

/**
 * From which place (`seq`) on the device holds everything of this conversation; null when it holds it from the beginning. Single messages from below it
 * may be there as well, and are not shown.
 */
export const floorOf = (store: Pick<Store, 'outbox'>, conversationId: string): Observable<number | null> =>
  store.outbox.watch(NAME).pipe(
    map((value) => read(value).floors[conversationId] ?? null),
    distinctUntilChanged(),
  )

export const floorsNow = async (outbox: Pick<Outbox, 'recall'>): Promise<Floors> =>
  read(await outbox.recall(NAME))

/**
 * A pull of messages begins, and leaves out what is below these floors. Of the same epoch the higher floor stands: a leader that slept may tell of a pull
 * that another has begun since.
 */
export function noteFloors(
  outbox: Pick<Outbox, 'amend'>,
  epoch: string,
  floors: Floors['floors'],
): Promise<void> {
  return outbox.amend(NAME, (value) => {
    const known = read(value)
    const joined = { ...floors }
    for (const [id, floor] of known.epoch === epoch ? Object.entries(known.floors) : [])
      joined[id] = Math.max(floor, joined[id] ?? 0)
    const next: Floors = { epoch, floors: joined }
    return canonical(next) === canonical(known) ? value : next
  })
}

/** The device now holds everything from `to` on, null for from the beginning; nothing happens where it has begun anew since. */
export function lowerFloor(
  outbox: Pick<Outbox, 'amend'>,
  conversationId: string,
  move: { epoch: string; from: number; to: number | null },
): Promise<void> {
  return outbox.amend(NAME, (value) => {
    const known = read(value)
    if (known.epoch !== move.epoch || known.floors[conversationId] !== move.from) return value
    const { [conversationId]: _from, ...others } = known.floors
    return {
      epoch: known.epoch,
      floors: move.to === null ? others : { ...others, [conversationId]: move.to },
    } satisfies Floors
  })
}
