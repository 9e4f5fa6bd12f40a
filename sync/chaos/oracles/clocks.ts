import { EPOCH_MS } from '../doors/clock.ts'
import type { Simulation } from '../simulation.ts'
import type { LocalEdit } from '../witness.ts'

/** No answer takes so long that the clock could be measured worse. */
const WRONG_MS = 600_000

/**
 * A page that has heard the server since anybody set its clock dates edits by the server's clock, however wrong its own is; but always later than what they
 * replace.
 */
export function editsAreDatedRight({ witness, heardAt, clockSetAt }: Simulation): string[] {
  const known = new Map<string, { times: Set<string>; last: number }>()
  return witness.edits.flatMap((edit) => {
    const row = `${edit.collection}/${edit.id}`
    const before = known.get(row) ?? { times: new Set<string>(), last: 0 }
    known.set(row, before)
    const wrong = edit.claims.filter(({ field, time }) => {
      const isNew = !before.times.has(`${field} ${time}`)
      return isNew && time > before.last + 1 && Math.abs(time - EPOCH_MS - edit.at) > WRONG_MS
    })
    for (const { field, time } of edit.claims) {
      before.times.add(`${field} ${time}`)
      before.last = Math.max(before.last, time)
    }
    return isMeasured(edit, heardAt, clockSetAt)
      ? wrong.map(
          ({ field, time }) =>
            `${row}: ${field} is dated ${time} by ${edit.process}, but was stored at ${EPOCH_MS + Math.round(edit.at)}`,
        )
      : []
  })
}

/** An answer arrived at this very page after its clock was last set. */
function isMeasured(
  edit: LocalEdit,
  heardAt: Map<string, number[]>,
  clockSetAt: Map<string, number[]>,
): boolean {
  const heard = (heardAt.get(edit.process) ?? []).filter((at) => at < edit.at)
  const set = (clockSetAt.get(edit.device) ?? []).filter((at) => at <= edit.at)
  return heard.some((at) => at - CLOCK_MARGIN_MS > Math.max(0, ...set))
}

/** An answer that was on its way while the clock was set measured nothing. */
const CLOCK_MARGIN_MS = 60_000
