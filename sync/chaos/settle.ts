import type { Running, SimDevice } from './device.ts'
import { documentsOn, ownerOf } from './disk-documents.ts'
import { COLLECTION_NAMES } from '../collections/registry.ts'
import { openTab, signIn } from './perform.ts'
import { PEOPLE } from './people.ts'
import type { Simulation } from './simulation.ts'

/** How long the longest wait of the engine is: a poll every 300 s, a try at least every 60 s. */
const LONG_MS = 330_000
/** After this everything that the server did not refuse must have arrived: the connection is back and said to be. */
const SHORT_MS = 45_000

/** Ends all faults, has everybody signed in and online, and lets time pass. `midway` is called when everything not refused must have arrived. */
export async function settle(simulation: Simulation, midway: () => void): Promise<void> {
  const { kernel, devices } = simulation
  for (const device of devices.values()) {
    device.line.online = true
    device.line.faults.length = 0
    device.disk.quotaFailures = 0
    for (const { page, process } of device.running) {
      // A death that was planned is off, and nobody is frozen any more
      delete process.onTask
      kernel.thaw(process)
      page?.connectivity$.next(true)
    }
  }
  simulation.planned.clear()
  // Late transactions end, pages that were opening or closing are open or closed
  await kernel.run(kernel.now() + 25_000)
  for (const device of devices.values()) await returnHome(simulation, device)
  simulation.server.publishAggregates()
  await kernel.run(kernel.now() + SHORT_MS)
  midway()
  simulation.server.publishAggregates()
  await kernel.run(kernel.now() + LONG_MS)
}

/** Everybody who ever used the device and has something unsent on it comes back for it; in the end one account is open, with a page. */
async function returnHome(simulation: Simulation, device: SimDevice): Promise<void> {
  const { kernel } = simulation
  const wanted = device.userId ?? ownersOf(device)[0] ?? PEOPLE.anna
  for (const userId of ownersOf(device).filter((owner) => owner !== wanted && hasUnsent(device, owner))) {
    await leave(simulation, device)
    signIn(simulation, device, userId)
    await kernel.run(kernel.now() + 60_000)
  }
  if (device.userId !== wanted) await leave(simulation, device)
  const isSignedOut = device.running.some(({ page }) => (page?.signedOut() ?? 0) > 0)
  if (device.userId === undefined || isSignedOut) {
    await leave(simulation, device)
    signIn(simulation, device, wanted)
  } else if (!device.running.some(isOpen)) openTab(simulation, device, 0)
  await kernel.run(kernel.now() + 5_000)
  // A session that had ended is noticed only when it is used
  if (device.running.some(({ page }) => (page?.signedOut() ?? 0) > 0)) {
    await leave(simulation, device)
    signIn(simulation, device, wanted)
  }
  for (const { page } of device.running) page?.connectivity$.next(true)
}

const isOpen = ({ tab, closing }: Running): boolean => tab !== 'worker' && !closing

/** Closes every page; one that does not close within a minute is killed, and complained about. */
async function leave(simulation: Simulation, device: SimDevice): Promise<void> {
  const { kernel, witness } = simulation
  const open = device.running.filter((running) => isOpen(running) && running.page !== undefined)
  for (const running of open) {
    running.closing = true
    const gone = (): void => device.kill(running)
    running.page?.close().then(gone, gone)
  }
  await kernel.run(kernel.now() + 60_000, () => device.running.length === 0)
  for (const { process } of open)
    if (process.alive) witness.complaints.push(`${process.name} did not close within 60 s`)
  for (const running of device.running) device.kill(running)
  device.userId = undefined
}

export function ownersOf(device: SimDevice): string[] {
  const owners = [...device.disk.databases.keys()].flatMap((name) => ownerOf(name)?.userId ?? [])
  return [...new Set(owners)].toSorted((a, b) => (a < b ? -1 : 1))
}

export const hasUnsent = (device: SimDevice, userId: string): boolean =>
  COLLECTION_NAMES.some((name) =>
    documentsOn(device.disk, userId, name).some(
      (document) => document.row_version === 0 && !document._deleted,
    ),
  )
