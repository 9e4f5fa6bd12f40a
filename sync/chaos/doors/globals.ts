import { abortDoor } from './abort.ts'
import { channelDoor, type ChannelHub } from './channels.ts'
import { clockDoor } from './clock.ts'
import { cloneData } from './clone.ts'
import type { Disk } from './disk.ts'
import { SimEvent, SimTarget } from './events.ts'
import { fetchDoor, type Network } from './fetch.ts'
import { type DiskTraffic, idbDoor, IDBKeyRange } from './idb.ts'
import { locksDoor, type LockTable } from './locks.ts'
import { createKernel } from '../kernel.ts'
import { createRandom } from '../random.ts'
import { createProcess, type Process } from './process.ts'
import { subtleDoor } from './subtle.ts'
import { timersDoor } from './timers.ts'
import { localStorageDoor, storageOver, type WebStorageArea } from './web-storage.ts'

/** What all processes of one device share. */
export type DeviceDoors = {
  disk: Disk
  local: WebStorageArea
  traffic: DiskTraffic
  channels: ChannelHub
  locks: LockTable
  network: Network
  /** Device clock minus true time, ms. */
  skew: () => number
}

class StrongRef<Target> {
  readonly #target: Target
  constructor(target: Target) {
    this.#target = target
  }
  deref(): Target {
    return this.#target
  }
}

/** Collecting garbage must not be something that a run can see. */
class NeverFinalized {
  register(): void {}
  unregister(): void {}
}

/**
 * Everything that the engine can reach of the outside world. What is undefined here exists in Node, but not for
 * it. `session`: its sessionStorage; undefined in workers.
 */
export function globalsOf(
  process: Process,
  device: DeviceDoors,
  session?: Map<string, string>,
): Record<string, unknown> {
  const self = new SimTarget()
  const doors: Record<string, unknown> = {
    ...timersDoor(process),
    ...clockDoor(process, device.skew),
    ...abortDoor(process),
    ...fetchDoor(process, device.network),
    BroadcastChannel: channelDoor(device.channels, process),
    indexedDB: idbDoor(process, device.disk, device.traffic),
    IDBKeyRange,
    navigator: { locks: locksDoor(device.locks, process), userAgent: 'chaos', onLine: true },
    crypto: {
      getRandomValues: (bytes: Uint8Array): Uint8Array => {
        for (let index = 0; index < bytes.length; index++) bytes[index] = process.random.int(256)
        return bytes
      },
      randomUUID: (): string => uuid(process),
      subtle: subtleDoor(process),
    },
    structuredClone: cloneData,
    addEventListener: self.addEventListener.bind(self),
    removeEventListener: self.removeEventListener.bind(self),
    dispatchEvent: self.dispatchEvent.bind(self),
    EventTarget: SimTarget,
    Event: SimEvent,
    CustomEvent: SimEvent,
    WeakRef: StrongRef,
    FinalizationRegistry: NeverFinalized,
    console: { log: nothing, warn: nothing, error: nothing, info: nothing, debug: nothing },
    queueMicrotask,
    Promise,
    DOMException,
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    window: undefined,
    document: undefined,
    global: undefined,
    process: undefined,
    require: undefined,
    setImmediate: undefined,
    requestIdleCallback: undefined,
    MessageChannel: undefined,
    Worker: undefined,
    localStorage: session && localStorageDoor(device.local, process, self),
    sessionStorage: session && storageOver(session),
    Buffer: undefined,
    Deno: undefined,
  }
  const itself = Object.assign(Object.create(LANGUAGE), doors)
  return { ...doors, globalThis: itself, self: itself }
}

/** What the language itself brings, as properties of the global object (Dexie asks for them there). */
const LANGUAGE = {
  Object,
  Array,
  Boolean,
  Number,
  String,
  Symbol,
  BigInt,
  Function,
  Map,
  Set,
  WeakMap,
  WeakSet,
  RegExp,
  JSON,
  Reflect,
  Proxy,
  Error,
  TypeError,
  RangeError,
  SyntaxError,
  EvalError,
  ReferenceError,
  URIError,
  AggregateError,
  ArrayBuffer,
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  Intl,
  URL,
  Blob,
}

const nothing = (): void => {}

function uuid(process: Process): string {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => process.random.int(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

/** The names of all of them. */
export function globalNames(): string[] {
  const kernel = createKernel()
  const device = { disk: { databases: new Map() }, skew: () => 0 } as unknown as DeviceDoors
  return Object.keys(globalsOf(createProcess(kernel, '', createRandom('')), device))
}
