import type { Composer } from './app-drafts.ts'
import type { App, Build, Builds } from './bundle.ts'
import { signedInOn } from './disk-documents.ts'
import type { Disk } from './doors/disk.ts'
import type { DeviceDoors } from './doors/globals.ts'
import { globalsOf } from './doors/globals.ts'
import { createTraffic } from './doors/idb.ts'
import { createProcess, type Process } from './doors/process.ts'
import { createArea, type WebStorageArea } from './doors/web-storage.ts'
import type { Kernel } from './kernel.ts'
import type { Line } from './network.ts'
import type { Random } from './random.ts'

type Page = NonNullable<Awaited<ReturnType<App['openPage']>>>

/** A page, a tab or a worker of a device. */
export type Running = {
  process: Process
  app: App
  tab: number | 'worker'
  build: Build
  page: Page | undefined
  /** The conversation on screen. */
  shown: { page: Page; conversation: string; composer: Composer } | undefined
  /** Its page is being closed, or its account is leaving. */
  closing: boolean
  /** Nobody is signed in in it. */
  isVisitor: boolean
}

/** A phone or a laptop: what it stores, its clock, its way out, and what runs on it now. */
export type SimDevice = {
  name: string
  /** Whose session is stored, undefined for nobody's. */
  readonly userId: string | undefined
  /** What is opened from now on runs this one. */
  build: Build
  disk: Disk
  local: WebStorageArea
  skewMs: number
  line: Line
  running: Running[]
  /** Which build each process runs or ran, by its name. */
  builds: Map<string, Build>
  /** The sessionStorage of each tab; survives a kill. */
  sessions: Map<number, Map<string, string>>
  /** Begins a process. */
  start(tab: number | 'worker'): Running
  kill(running: Running): void
}

export type DeviceParts = {
  name: string
  kernel: Kernel
  random: Random
  builds: Builds
  build: Build
  line: Line
  skewMs: number
  onCommit: Disk['onCommit']
}

export function createDevice(parts: DeviceParts): SimDevice {
  const { name, kernel, random } = parts
  const disk: Disk = { databases: new Map(), onCommit: parts.onCommit, quotaFailures: 0, wasFull: false }
  const local = createArea()
  const doors: DeviceDoors = {
    disk,
    local,
    traffic: createTraffic(),
    channels: new Map(),
    locks: new Map(),
    network: parts.line.network,
    skew: () => device.skewMs,
  }
  let started = 0
  const device: SimDevice = {
    name,
    get userId() {
      return signedInOn(disk)
    },
    build: parts.build,
    disk,
    local,
    sessions: new Map(),
    skewMs: parts.skewMs,
    line: parts.line,
    running: [],
    builds: new Map(),
    start: (tab) => {
      const label = `${name}/${tab}.${++started}`
      const process = createProcess(kernel, label, random.fork(label))
      const { build } = device
      const app = parts.builds[build](globalsOf(process, doors, sessionOf(device, tab, process)))
      const running: Running = {
        process,
        app,
        tab,
        build,
        page: undefined,
        shown: undefined,
        closing: false,
        isVisitor: false,
      }
      device.running.push(running)
      device.builds.set(label, build)
      return running
    },
    kill: (running) => {
      running.process.kill()
      device.running = device.running.filter((other) => other !== running)
    },
  }
  return device
}

/** The share of new tabs that duplicate another tab. */
const DUPLICATED = 0.2

/** The sessionStorage of a starting tab; workers have none. */
function sessionOf(
  { sessions }: SimDevice,
  tab: number | 'worker',
  { random }: Process,
): Map<string, string> | undefined {
  if (tab === 'worker') return undefined
  const [other] = [...sessions].flatMap(([of, items]) => (of === tab ? [] : [items]))
  const session = sessions.get(tab) ?? new Map(random.chance(DUPLICATED) ? other : [])
  sessions.set(tab, session)
  return session
}
