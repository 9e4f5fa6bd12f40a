import { dayOf } from './day-separator.ts'

const RUN_GAP_MS = 5 * 60_000

type Written = { sender_id: string; sent_at: number }

/** Where a message stands among its neighbours. */
export type MessagePlace = {
  /** The first of its day: the day is told above it. */
  newDay: boolean
  /** The first and the last of several that one person wrote in a row. */
  startsRun: boolean
  endsRun: boolean
}

/** A run is what one person wrote on one day without a longer pause. Times in ms. */
export function placeOf(messages: readonly Written[], index: number): MessagePlace {
  const [before, here, after] = [messages[index - 1], messages[index], messages[index + 1]]
  return {
    newDay: here !== undefined && (before === undefined || dayOf(before.sent_at) !== dayOf(here.sent_at)),
    startsRun: !sameRun(before, here),
    endsRun: !sameRun(here, after),
  }
}

function sameRun(one: Written | undefined, next: Written | undefined): boolean {
  return (
    one !== undefined &&
    next !== undefined &&
    one.sender_id === next.sender_id &&
    dayOf(one.sent_at) === dayOf(next.sent_at) &&
    next.sent_at - one.sent_at < RUN_GAP_MS
  )
}
