import type { Running, SimDevice } from './device.ts'
import type { Disk } from './doors/disk.ts'
import { documentsOn, parkedOn, readName, sealedOn } from './disk-documents.ts'
import { COLLECTION_NAMES } from '../collections/registry.ts'
import { closeTab, openTab, signIn, signOut } from './account.ts'
import { draftsOn } from './oracles/drafts.ts'
import { PEOPLE } from './people.ts'
import type { Simulation } from './simulation.ts'

/** How long the longest wait of the engine is: a poll every 300 s, a try at least every 60 s. */
const LONG_MS = 330_000
/** After this everything that the server did not refuse must have arrived: the connection is back and said to be. */
const SHORT_MS = 45_000

/** Longer than a departure waits for what is to be sent first. */
const LEAVING_MS = 120_000

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
  // Somebody who wants all sent before they leave waits for it
  await kernel.run(kernel.now() + LEAVING_MS, () =>
    simulation.witness.departures.every(({ until }) => until < Infinity),
  )
  const homes = new Map<SimDevice, string>()
  for (const device of devices.values()) homes.set(device, await returnHome(simulation, device))
  // A session may have ended by an answer that took its time, after its device was looked at
  for (const [device, wanted] of homes) {
    if (device.userId !== undefined) continue
    await kernel.run(kernel.now() + 5_000)
    if (device.userId === undefined) signIn(simulation, device, wanted)
  }
  simulation.server.publishAggregates()
  await kernel.run(kernel.now() + SHORT_MS)
  midway()
  simulation.server.publishAggregates()
  // As at every start of the app: a tab that slept while it opened an account makes its databases anew when it wakes
  for (const { running, userId } of devices.values())
    for (const { app, page } of running) if (page !== undefined) app.seeLeftoversOff(userId).catch(() => {})
  await kernel.run(kernel.now() + LONG_MS)
}

/**
 * Everybody who ever used the device and has something unsent on it comes back for it; in the end one account is open, with a page of the newer build. Answers
 * whose.
 */
async function returnHome(simulation: Simulation, device: SimDevice): Promise<string> {
  const { kernel } = simulation
  device.build = 'newer'
  const wanted = device.userId ?? ownersOf(simulation, device)[0] ?? PEOPLE.anna
  for (const userId of ownersOf(simulation, device)) {
    if (userId === wanted || !isWaiting(simulation, device, userId)) continue
    await leave(simulation, device)
    signIn(simulation, device, userId)
    for (let waited = 0; waited < 60_000 && (waited === 0 || isWaiting(simulation, device, userId));) {
      waited += 10_000
      await kernel.run(kernel.now() + 10_000)
    }
    simulation.draftsBefore.push({ device: device.name, userId, texts: draftsOn(device, userId) })
    simulation.parkedBefore.push({ device: device.name, userId, edits: parkedOn(device.disk, userId) })
  }
  if (device.userId !== wanted) {
    await leave(simulation, device)
    signIn(simulation, device, wanted)
  } else {
    await close(simulation, device, ({ build }) => build === 'older')
    if (!device.running.some(isOpen)) openTab(simulation, device, 0)
  }
  await kernel.run(kernel.now() + 5_000)
  // A session that had ended is noticed only when it is used
  if (device.userId === undefined) {
    await kernel.run(kernel.now() + 5_000)
    signIn(simulation, device, wanted)
  }
  for (const { page } of device.running) page?.connectivity$.next(true)
  return wanted
}

const isOpen = ({ tab, closing, isVisitor }: Running): boolean => tab !== 'worker' && !closing && !isVisitor

/** Signs out whoever is signed in; what cannot be sent is sealed. */
async function leave(simulation: Simulation, device: SimDevice): Promise<void> {
  const { kernel, witness } = simulation
  if (device.userId !== undefined && !device.running.some(isOpen)) {
    openTab(simulation, device, 0)
    await kernel.run(kernel.now() + 5_000)
  }
  signOut(simulation, device, 'seal')
  const isAlone = (): boolean => device.running.every(({ isVisitor }) => isVisitor)
  await kernel.run(kernel.now() + 60_000, () => device.userId === undefined && isAlone())
  if (device.userId !== undefined) witness.complaints.push(`${device.name} was not left within 60 s`)
  await end(simulation, device, ({ isVisitor }) => !isVisitor)
}

/** Closes pages. */
async function close(
  simulation: Simulation,
  device: SimDevice,
  which: (running: Running) => boolean,
): Promise<void> {
  const open = device.running.filter((running) => isOpen(running) && which(running))
  for (const running of open) closeTab(simulation, device, running)
  await end(simulation, device, (running) => open.includes(running))
}

/** Waits until these have ended; one that does not within a minute is killed, and complained about. */
async function end(
  { kernel, witness }: Simulation,
  device: SimDevice,
  which: (running: Running) => boolean,
): Promise<void> {
  await kernel.run(kernel.now() + 60_000, () => !device.running.some(which))
  for (const running of device.running.filter(which)) {
    witness.complaints.push(`${running.process.name} did not close within 60 s`)
    device.kill(running)
  }
}

/** Who has anything on a device, readable or sealed. */
function ownersOf({ sealKeys }: Simulation, { disk }: SimDevice): string[] {
  const people = Object.values(PEOPLE)
  const sealed = sealedOn(disk).flatMap(({ handle }) => sealKeys.ownerOf(handle, people) ?? [])
  const open = [...disk.databases.keys()].flatMap((name) => readName(name)?.userId ?? [])
  return [...new Set([...open, ...sealed])].toSorted((a, b) => (a < b ? -1 : 1))
}

function isWaiting({ sealKeys }: Simulation, { disk }: SimDevice, userId: string): boolean {
  const isSealed = sealedOn(disk).some(({ handle }) => sealKeys.ownerOf(handle, [userId]) === userId)
  return isSealed || hasUnsent(disk, userId)
}

const hasUnsent = (disk: Disk, userId: string): boolean =>
  COLLECTION_NAMES.some((name) =>
    documentsOn(disk, userId, name).some((document) => document.row_version === 0 && !document._deleted),
  )
