import { createFakeServer, type FakeServer, type ServerFault, type Snapshot } from '../testing/fake-server.ts'
import { type AuthServer, createAuthServer } from './auth-server.ts'
import type { Builds } from './bundle.ts'
import type { ParkedOnDisk } from './disk-documents.ts'
import { createDevice, type SimDevice } from './device.ts'
import { EPOCH_MS } from './doors/clock.ts'
import { createKernel, type Kernel } from './kernel.ts'
import { createLine, type Exchanged } from './network.ts'
import { CONVERSATIONS, FIRST_NOTIFICATIONS, PEOPLE, PERSON_NAMES, VIDEOS } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { createSealKeys, type SealKeys } from './seal-keys.ts'
import type { Schedule } from './steps.ts'
import type { Typed } from './typing.ts'
import { createWitness, type Witness } from './witness.ts'

/** A server, devices, and a witness, at the beginning of a schedule. */
export type Simulation = {
  kernel: Kernel
  random: Random
  server: FakeServer
  auth: AuthServer
  sealKeys: SealKeys
  devices: Map<string, SimDevice>
  witness: Witness
  snapshot: { taken: Snapshot; at: number } | undefined
  /** From when until when what the server did is gone with a copy that was put back. */
  lost: { from: number; until: number }[]
  /** Refusals that a device's next push of a collection will meet. */
  planned: Map<string, string[]>
  /** When each process heard the server, ms since the start. */
  heardAt: Map<string, number[]>
  /** What was refused and waits for its person, who has left for another account to come, when everything ends. */
  parkedBefore: { device: string; userId: string; edits: ParkedOnDisk[] }[]
  /** Does the schedule contain drafts? */
  isTyping: boolean
  /** Typed texts, each typed once, by text. */
  typed: Map<string, Typed>
  /** Unsent texts of people who signed out again in `settle`. */
  draftsBefore: { device: string; userId: string; texts: string[] }[]
  /** When the whole browser of a device was killed, ms since the start. */
  browserEnds: Map<string, number[]>
  /** When somebody set a device's clock. */
  clockSetAt: Map<string, number[]>
  /** Counts what happened, to see that the chaos is one. */
  counts: Record<string, number>
}

export type SimulationOptions = {
  builds: Builds
  serverFaults?: ServerFault[]
  onLine?: (line: string) => void
}

export function createSimulation(schedule: Schedule, options: SimulationOptions): Simulation {
  const kernel = createKernel(options.onLine)
  const random = createRandom(schedule.seed)
  const trueNow = (): number => EPOCH_MS + Math.floor(kernel.now())
  const pokes = random.fork('pokes')
  const server = createFakeServer({
    now: trueNow,
    checksReferences: true,
    faults: options.serverFaults ?? [],
    onPoke: (userId, names) => poke(simulation, pokes, userId, names),
  })
  const witness = createWitness(kernel.now)
  const simulation: Simulation = {
    kernel,
    random,
    server,
    auth: createAuthServer(trueNow),
    sealKeys: createSealKeys(),
    devices: new Map(),
    witness,
    snapshot: undefined,
    lost: [],
    planned: new Map(),
    heardAt: new Map(),
    parkedBefore: [],
    isTyping: schedule.steps.some((step) => step.do === 'draft'),
    typed: new Map(),
    draftsBefore: [],
    browserEnds: new Map(),
    clockSetAt: new Map(),
    counts: {},
  }
  furnish(server)
  for (const { name, skewMs, build } of schedule.devices) {
    const line = createLine({
      kernel,
      random: random.fork(`line of ${name}`),
      device: name,
      server,
      auth: simulation.auth,
      sealKeys: simulation.sealKeys,
      onExchanged: (exchanged: Exchanged) => witness.sawExchange(exchanged),
      onAnswered: (process) => note(simulation.heardAt, process.name, kernel.now()),
      onRejected: (body) => witness.sawRejection(name, body),
      onComplaint: (text) => void witness.complaints.push(text),
      beforePush: (body) => planRefusals(simulation, name, body),
    })
    const device = createDevice({
      name,
      kernel,
      random: random.fork(`device ${name}`),
      builds: options.builds,
      build,
      line,
      skewMs,
      onCommit: (database, changes, process) =>
        witness.sawCommit({ device: name, process, database, changes }),
    })
    simulation.devices.set(name, device)
  }
  return simulation
}

export function note(times: Map<string, number[]>, name: string, at: number): void {
  times.set(name, [...(times.get(name) ?? []), at])
}

export function count(simulation: Simulation, what: string): void {
  simulation.counts[what] = (simulation.counts[what] ?? 0) + 1
}

function furnish(server: FakeServer): void {
  const created_at = server.timeText(EPOCH_MS)
  server.write(
    'profiles',
    ...PERSON_NAMES.map((name) => ({
      id: PEOPLE[name],
      username: name,
      birth_date: '1990-01-01',
      is_age_checked: true,
      created_at,
    })),
  )
  server.write(
    'videos',
    ...VIDEOS.map((video) => ({ ...video, title: video.youtube_id, on_shelf: true, created_at })),
  )
  server.write('conversations', ...CONVERSATIONS.map((row) => ({ ...row, is_active: true, created_at })))
  const notice = { type: 'like', title: 'いいね', priority: 'medium', created_at }
  server.write('notifications', ...FIRST_NOTIFICATIONS.map((row) => ({ ...row, ...notice })))
}

/** A poke goes to all open pages of the person: most arrive once and soon, some late, twice, or never. */
function poke(simulation: Simulation, random: Random, userId: string, names: string[]): void {
  for (const device of simulation.devices.values()) {
    for (const running of device.running) {
      if (running.page?.store.userId !== userId) continue
      const fate = random.next()
      if (fate < 0.1) continue
      const times = fate < 0.25 ? 2 : 1
      for (let time = 0; time < times; time++) {
        const after = random.chance(0.1) ? random.between(500, 20_000) : random.between(5, 200)
        running.process.task(after, 'poke', () => {
          if (device.line.online) running.page?.poke$.next(names)
        })
      }
    }
  }
}

/** Turns what a step planned for a device's collection into refusals of the first such row that it sends. */
function planRefusals(simulation: Simulation, device: string, body: Record<string, unknown>): void {
  const batches = body['batches'] as Record<string, { id: string }[]>
  for (const [collection, rows] of Object.entries(batches)) {
    const key = `${device}/${collection}`
    const codes = simulation.planned.get(key)
    const [first] = rows
    if (codes === undefined || first === undefined) continue
    simulation.planned.delete(key)
    simulation.server.refuse(collection as never, first.id, ...(codes as never[]))
  }
}
