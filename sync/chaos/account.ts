import type { DepartHow } from './app-account.ts'
import type { Running, SimDevice } from './device.ts'
import { readableOf } from './oracles/departures.ts'
import { count, type Simulation } from './simulation.ts'
import { closeComposer } from './typing.ts'

/** How long a page that nobody is signed in on stays open. */
const VISIT_MS = 30_000

/** Opens a tab, unless it is open: of the account whose session is stored, or of a visitor. */
export function openTab(simulation: Simulation, device: SimDevice, tab: number): void {
  if (device.running.some((running) => running.tab === tab)) return
  const running = startApp(simulation, device, tab)
  const show = (): void => lookAgain(simulation, device, running)
  if (simulation.isTyping) void running.app.restoreDrafts().then(show)
  else show()
}

/** Somebody signs in, in a tab of their own; nobody else is signed in. */
export function signIn(simulation: Simulation, device: SimDevice, userId: string): void {
  for (const visitor of device.running.filter(({ isVisitor }) => isVisitor)) device.kill(visitor)
  const tab = [0, 1].find((free) => device.running.every((running) => running.tab !== free))
  if (tab === undefined) return
  const running = startApp(simulation, device, tab)
  const restored = simulation.isTyping ? running.app.restoreDrafts() : Promise.resolve()
  restored
    .then(() => running.app.storeSession(simulation.auth.signIn(userId)))
    .then(() => enter(simulation, device, running, userId))
    // There was no room for the session
    .catch(() => device.kill(running))
}

function startApp(simulation: Simulation, device: SimDevice, tab: number): Running {
  const running = device.start(tab)
  // What the app does once it has come to rest
  running.process.task(simulation.random.between(1_000, 10_000), 'at rest', () => {
    running.app.seeLeftoversOff(device.userId).catch(() => count(simulation, 'leftovers not seen off'))
  })
  return running
}

/** Opens the account's store in a tab (src/app/store/store-keeper.ts). */
function enter(simulation: Simulation, device: SimDevice, running: Running, userId: string): void {
  count(simulation, 'opened')
  device.line.forgetPause(running.process)
  const onSignedOut = (): void => endSession(simulation, device, running)
  running.app.openPage(userId, device.name, onSignedOut).then(
    (page) => {
      running.closing = false
      if (page === null) return lookAgain(simulation, device, running)
      running.page = page
      running.isVisitor = false
      noteLeaving(simulation, running.process.name, page.leaving)
      const evict = (): void => evicted(simulation, device, running)
      page.evicted.addEventListener('abort', evict)
      if (page.evicted.aborted) evict()
      else page.connectivity$.next(device.line.online)
    },
    // A page that cannot open its database, say for want of space, is opened again by the person
    () => {
      count(simulation, 'not opened')
      device.kill(running)
    },
  )
}

/** From then on what this process stores it acknowledges to nobody, until it enters again. */
function noteLeaving({ witness, kernel }: Simulation, process: string, leaving: AbortSignal): void {
  for (const one of witness.leavings)
    if (one.process === process) one.until = Math.min(one.until, kernel.now())
  const note = (): void => void witness.leavings.push({ process, from: kernel.now(), until: Infinity })
  leaving.addEventListener('abort', note)
  if (leaving.aborted) note()
}

function lookAgain(simulation: Simulation, device: SimDevice, running: Running): void {
  running.page = undefined
  running.closing = false
  if (device.userId === undefined) beVisitor(simulation, device, running)
  else enter(simulation, device, running, device.userId)
}

function beVisitor(simulation: Simulation, device: SimDevice, running: Running): void {
  running.page = undefined
  running.closing = false
  running.isVisitor = true
  simulation.kernel.after(VISIT_MS, 'a visitor leaves', () => {
    if (running.isVisitor && device.running.includes(running)) device.kill(running)
  })
}

/** Another tab has the account leave, or took its databases: the store is closed, and opened again if the account has not left. */
function evicted(simulation: Simulation, device: SimDevice, running: Running): void {
  if (running.closing) return
  beginClosing(running)
  count(simulation, 'evicted')
  const again = (): void => lookAgain(simulation, device, running)
  running.page?.close().then(again, again)
}

/** Unmounts the screens before the store closes. */
function beginClosing(running: Running): void {
  running.closing = true
  closeComposer(running)
}

export function closeTab(simulation: Simulation, device: SimDevice, running: Running): void {
  beginClosing(running)
  count(simulation, 'closed')
  const gone = (): void => device.kill(running)
  running.page?.close().then(gone, gone)
}

/** How the person leaves: what waits is sent before and the rest sealed, or all sealed, or given up. */
type LeaveHow = 'send' | 'seal' | 'discard'

/** The person leaves, in the first tab that shows the account (src/app/leave.ts). */
export function signOut(simulation: Simulation, device: SimDevice, how: LeaveHow): void {
  const first = device.running.find(
    ({ page, closing, process }) => page !== undefined && !closing && process.frozen === undefined,
  )
  const page = first?.page
  if (first === undefined || page === undefined) return
  if (how !== 'send') return depart(simulation, device, first, how)
  count(simulation, 'sending before leaving')
  // Another tab may have the account leave meanwhile (src/app/before-leaving.ts)
  const leave = (): void => {
    if (first.page === page && !first.closing) depart(simulation, device, first, 'seal')
  }
  page.replication.syncNow().then(leave, leave)
}

/** The server has ended the session: the account leaves the device, sealed. */
function endSession(simulation: Simulation, device: SimDevice, running: Running): void {
  if (running.page === undefined || running.closing) return
  const { app, page } = running
  beginClosing(running)
  app.forgetSession(page.store.userId).then(
    () => depart(simulation, device, running, 'ended'),
    () => depart(simulation, device, running, 'ended'),
  )
}

function depart(simulation: Simulation, device: SimDevice, running: Running, how: DepartHow): void {
  const { page, app } = running
  if (page === undefined) return
  const { userId } = page.store
  const { kernel, witness } = simulation
  beginClosing(running)
  count(simulation, `leaving: ${how}`)
  const departure = { device: device.name, userId, how, from: kernel.now(), until: Infinity }
  const end = (): void => {
    departure.until = Math.min(departure.until, kernel.now())
  }
  running.process.onDeath.add(end)
  witness.departures.push(departure)
  page.depart(how).then(
    ({ remainder }) => {
      end()
      count(simulation, `left: ${remainder}`)
      // A frozen page may hold up what is taken away: a later start does that, and `onlyOneAccountIsHere` looks in the end
      const isHeldUp = device.running.some(({ process }) => process.frozen !== undefined)
      if (remainder !== 'kept' && remainder !== 'back' && remainder !== 'later' && !isHeldUp)
        witness.complaints.push(
          ...readableOf(device.disk, userId, `${device.name} after a departure (${how})`),
        )
      lookAgain(simulation, device, running)
    },
    () => {
      end()
      count(simulation, 'left: not')
      // Giving it up always signs out; otherwise the account is shown again
      const signedOut = how === 'discard' ? app.forgetSession(userId) : Promise.resolve()
      const again = (): void => lookAgain(simulation, device, running)
      signedOut.then(again, again)
    },
  )
}
