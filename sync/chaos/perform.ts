import { splitName } from '../generations/names.ts'
import { isOnDisk } from './acknowledged.ts'
import { wasLeaving } from './oracles/edits.ts'
import { closeTab, openTab, signIn, signOut } from './account.ts'
import type { Running, SimDevice } from './device.ts'
import { PEOPLE } from './people.ts'
import { loseUnwritten } from './doors/web-storage.ts'
import { actOnServer } from './server-acts.ts'
import { count, note, type Simulation } from './simulation.ts'
import type { Step, WriteCall } from './steps.ts'
import { checkFieldsAreOwn, performTyping } from './typing.ts'
import { callWrite } from './writes.ts'

const pageOf = (device: SimDevice, tab: number): Running | undefined =>
  device.running.find((running) => running.tab === tab && running.page !== undefined && !running.closing)

/** Nobody can do anything in a page that the browser has frozen. */
const awakePageOf = (device: SimDevice, tab: number): Running | undefined => {
  const running = pageOf(device, tab)
  return running?.process.frozen === undefined ? running : undefined
}

/** Does what a step says, as far as it makes sense at that moment; what it sets going goes on by itself. */
export function perform(simulation: Simulation, step: Step): void {
  if (!('device' in step)) return performOnServer(simulation, step)
  const device = simulation.devices.get(step.device)
  if (device === undefined) return
  performOn(simulation, device, step)
  checkFieldsAreOwn(simulation, device)
}

function performOnServer(simulation: Simulation, step: Exclude<Step, DeviceStep>): void {
  const { kernel, server, auth } = simulation
  switch (step.do) {
    case 'server':
      return actOnServer(server, step.act, kernel.now())
    case 'hold': {
      const held = server.begin()
      actOnServer(server, step.act, kernel.now(), held)
      kernel.after(step.openMs, 'commit of a late transaction', () => {
        if (step.rollback) held.rollback()
        else held.commit()
      })
      return
    }
    case 'server_restart':
      return server.restart()
    case 'snapshot':
      simulation.snapshot = { taken: server.snapshot(), at: kernel.now() }
      return
    case 'restore':
      return restore(simulation)
    case 'expire':
    case 'revoke':
      return auth[step.do](PEOPLE[step.person])
    default:
      step satisfies never
  }
}

type DeviceStep = Extract<Step, { device: string }>

function performOn(simulation: Simulation, device: SimDevice, step: DeviceStep): void {
  const { kernel } = simulation
  switch (step.do) {
    case 'open':
      return openTab(simulation, device, step.tab)
    case 'close': {
      const running = pageOf(device, step.tab)
      device.sessions.delete(step.tab)
      if (running !== undefined) closeTab(simulation, device, running)
      return
    }
    case 'focus':
      pageOf(device, step.tab)?.page?.connectivity$.next(device.line.online)
      return
    case 'write': {
      const running = awakePageOf(device, step.tab)
      if (running !== undefined) write(simulation, device, running, step.write)
      return
    }
    case 'draft': {
      const running = awakePageOf(device, step.tab)
      if (running !== undefined) performTyping(simulation, device, running, step.typing)
      return
    }
    case 'decide': {
      const { app, page } = awakePageOf(device, step.tab) ?? {}
      const [edit] = page === undefined ? [] : page.store.outbox.parked().values()
      if (app === undefined || page === undefined || edit === undefined) return
      const decide = step.decision === 'retry' ? app.decisions.retryParked : app.decisions.discardParked
      count(simulation, step.decision)
      simulation.witness.sawDecision(device.name, step.decision, edit)
      decide(page.store, edit).catch(() => {})
      return
    }
    case 'worker':
      return wakeWorker(simulation, device)
    case 'kill':
      for (const running of device.running) {
        if (step.tab !== 'all' && running.tab !== step.tab) continue
        killAfter(simulation, device, running, step)
      }
      return
    case 'fault':
      return void device.line.faults.push(step.fault)
    case 'offline':
    case 'online':
      device.line.online = step.do === 'online'
      for (const { page } of device.running) if (step.told) page?.connectivity$.next(device.line.online)
      return
    case 'clock':
      device.skewMs += step.byMs
      return note(simulation.clockSetAt, device.name, kernel.now())
    case 'quota':
      return void (device.disk.quotaFailures += step.times)
    case 'refuse':
      return void simulation.planned.set(`${device.name}/${step.collection}`, step.answers)
    case 'poke':
      for (const { page } of device.running) page?.poke$.next(step.names)
      return
    case 'freeze':
      for (const { tab, process } of device.running) {
        if (tab === step.tab) kernel.freeze(process, step.forMs)
      }
      return
    case 'sign_out':
      return signOut(simulation, device, step.how)
    case 'update':
      device.build = 'newer'
      return
    case 'sign_in':
      if (device.userId === undefined) signIn(simulation, device, PEOPLE[step.person])
      return
    default:
      step satisfies never
  }
}

function wakeWorker(simulation: Simulation, device: SimDevice): void {
  if (device.userId === undefined || device.running.some(({ tab }) => tab === 'worker')) return
  const running = device.start('worker')
  const ended = (how: string) => (): void => {
    count(simulation, `worker ${how}`)
    device.kill(running)
  }
  running.app.runWorker().then(ended('done'), ended('failed'))
  simulation.kernel.after(WORKER_LIMIT_MS, 'the browser ends the worker', () => {
    if (!device.running.includes(running)) return
    simulation.witness.complaints.push(
      `the worker of ${device.name} did not end within ${WORKER_LIMIT_MS} ms`,
    )
    device.kill(running)
  })
}

/** The browser ends a worker after five minutes; this one shall end by itself, soon after its own limit of 25 s. */
const WORKER_LIMIT_MS = 60_000

function killAfter(
  simulation: Simulation,
  device: SimDevice,
  running: Running,
  { tab, after }: { tab: number | 'worker' | 'all'; after: number },
): void {
  const { kernel, browserEnds } = simulation
  const until = running.process.ran + after
  const kill = (): void => {
    if (!running.process.alive) return
    count(simulation, 'killed')
    device.kill(running)
    if (tab !== 'all' || device.running.length > 0) return
    loseUnwritten(device.local, kernel.now())
    note(browserEnds, device.name, kernel.now())
  }
  if (after === 0) return kill()
  running.process.onTask = () => {
    if (running.process.ran >= until) kernel.afterThis(kill)
  }
}

function write(simulation: Simulation, device: SimDevice, running: Running, call: WriteCall): void {
  const { witness } = simulation
  const before = witness.edits.length
  const { page, app } = running
  if (page === undefined) return
  count(simulation, call.name)
  callWrite(app, page.store, call).then(
    () => {
      count(simulation, 'acknowledged')
      const since = witness.edits.slice(before).filter((edit) => edit.device === device.name)
      const { userId, database } = page.store
      const { generation } = splitName(database.name)
      if (since.some((edit) => edit.process === running.process.name && wasLeaving(simulation, edit)))
        witness.complaints.push(
          `${running.process.name} acknowledged ${JSON.stringify(call)}, which it stored after the account had left`,
        )
      if (!isOnDisk(call, { disk: device.disk, userId, generation }, since))
        witness.complaints.push(
          `${running.process.name} acknowledged ${JSON.stringify(call)} without storing it`,
        )
    },
    () => count(simulation, 'refused on the device'),
  )
}

function restore(simulation: Simulation): void {
  const { server, kernel, snapshot } = simulation
  if (snapshot === undefined) return
  count(simulation, 'restored')
  server.restoreSnapshot(snapshot.taken)
  simulation.lost.push({ from: snapshot.at, until: kernel.now() })
}
