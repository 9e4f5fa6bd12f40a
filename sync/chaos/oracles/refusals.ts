import { parkedOn } from '../disk-documents.ts'
import { PEOPLE } from '../people.ts'
import type { Simulation } from '../simulation.ts'
import type { Refusal } from '../witness.ts'

const MOST_SENDS = 3
const text = (refusal: { collection: string; id: string }): string => `${refusal.collection}/${refusal.id}`

/** No row is sent more than three times as it was refused, unless the person says so. */
export function refusedAtMostThrice({ witness, devices }: Simulation): string[] {
  const sameRow = (refusal: Refusal): string =>
    `${whoKnows(refusal)} ${text(refusal)} ${JSON.stringify(refusal.row)} ${retriesBefore(refusal)}`
  /** Two builds have stores of their own; what there was no room to note only the tab knows that heard it. */
  const whoKnows = ({ device: name, exchanged }: Refusal): string => {
    const device = devices.get(name)
    const { name: process } = exchanged.process
    return device?.disk.wasFull === true ? process : `${name} ${device?.builds.get(process) ?? ''}`
  }
  const retriesBefore = ({ device, userId, collection, id, at }: Refusal): number => {
    const isBefore = (one: { device: string; collection: string; id: string; at: number }): boolean =>
      one.device === device && one.collection === collection && one.id === id && one.at <= at
    return (
      witness.decisions.filter(isBefore).length +
      // What was refused and dropped, the person may say again in the same words
      witness.edits.filter((one) => one.userId === userId && one.isFirst && isBefore(one)).length +
      // How often it was sent is forgotten when its account leaves, also what is heard while it does
      witness.departures
        .filter((one) => one.device === device && one.userId === userId)
        .flatMap(({ from, until }) => [from, until])
        .filter((moment) => moment <= at).length
    )
  }
  return [
    ...Map.groupBy(
      // Whoever did not hear the answer must ask again
      witness.refusals.filter(({ exchanged }) => exchanged.heard),
      sameRow,
    ).values(),
  ]
    .filter((same) => same.length > MOST_SENDS)
    .map((same) => `${same[0] === undefined ? '' : text(same[0])} was sent and refused ${same.length} times`)
}

/** Everything parked was refused, for the reason that is shown. */
export function parkedWithReason({ devices, witness }: Simulation): string[] {
  return [...devices.values()].flatMap((device) =>
    Object.values(PEOPLE).flatMap((userId) =>
      parkedOn(device.disk, userId).flatMap((edit) => {
        const said = witness.refusals.filter(
          ({ userId: whose, collection, id }) =>
            whose === userId && collection === edit.collection && id === edit.id,
        )
        const isWholeRequest =
          edit.code === 'invalid' || edit.code === 'too_long' || edit.code === 'server_error'
        if (said.some(({ code }) => code === edit.code) || isWholeRequest) return []
        return [
          `${device.name}: ${text(edit)} is parked as ${edit.code}, but the server said ${said.map(({ code }) => code).join(', ') || 'nothing'}`,
        ]
      }),
    ),
  )
}
