import type { App, AppFactory } from './bundle.ts'
import type { Disk } from './doors/disk.ts'
import type { DeviceDoors } from './doors/globals.ts'
import { globalsOf } from './doors/globals.ts'
import { createTraffic } from './doors/idb.ts'
import { createProcess, type Process } from './doors/process.ts'
import type { Kernel } from './kernel.ts'
import type { Line } from './network.ts'
import type { Random } from './random.ts'

type Page = Awaited<ReturnType<App['openPage']>>

/** A page, a tab or a worker of a device. */
export type Running = {
  process: Process
  app: App
  tab: number | 'worker'
  userId: string
  page: Page | undefined
  closing: boolean
}

/** A phone or a laptop: what it stores, its clock, its way out, and what runs on it now. */
export type SimDevice = {
  name: string
  /** Who is signed in, undefined for nobody. */
  userId: string | undefined
  disk: Disk
  skewMs: number
  line: Line
  running: Running[]
  /** Begins a process; `userId` is whose store it is to open. */
  start(tab: number | 'worker', userId: string): Running
  kill(running: Running): void
}

export type DeviceParts = {
  name: string
  kernel: Kernel
  random: Random
  makeApp: AppFactory
  line: Line
  skewMs: number
  onCommit: Disk['onCommit']
}

export function createDevice(parts: DeviceParts): SimDevice {
  const { name, kernel, random } = parts
  const disk: Disk = { databases: new Map(), onCommit: parts.onCommit, quotaFailures: 0, wasFull: false }
  const doors: DeviceDoors = {
    disk,
    traffic: createTraffic(),
    channels: new Map(),
    locks: new Map(),
    network: parts.line.network,
    skew: () => device.skewMs,
  }
  let started = 0
  const device: SimDevice = {
    name,
    userId: undefined,
    disk,
    skewMs: parts.skewMs,
    line: parts.line,
    running: [],
    start: (tab, userId) => {
      const label = `${name}/${tab}.${++started}`
      const process = createProcess(kernel, label, random.fork(label))
      const app = parts.makeApp(globalsOf(process, doors))
      const running: Running = { process, app, tab, userId, page: undefined, closing: false }
      device.running.push(running)
      return running
    },
    kill: (running) => {
      running.process.kill()
      device.running = device.running.filter((other) => other !== running)
    },
  }
  return device
}
