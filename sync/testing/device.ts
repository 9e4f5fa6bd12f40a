import { firstValueFrom, type Observable, Subject } from 'rxjs'
import type { Replication } from '../replication/start.ts'
import type { Transport } from '../replication/transport.ts'
import type { Timing } from '../replication/timing.ts'
import type { Store } from '../store.ts'
import { type FakeServer, type Link, tokenFor } from './fake-server.ts'
import { openRealm, type Realm, releaseRealm } from './realm.ts'

/** No test waits longer than it must. */
export const QUICK: Partial<Timing> = {
  retryFirstMs: 5,
  retryMaxMs: 20,
  pollMs: 3_600_000,
  untoldMs: 3_600_000,
  pokeMs: 1,
  abandonMs: 3_600_000,
  gatherMs: 200,
  leaderAnswerMs: 500,
  random: () => 0.5,
}

/** A device of one person: a store, its replication, and its way to the server. */
export type Device = {
  engine: Realm
  store: Store
  link: Link
  poke$: Subject<string[]>
  connectivity$: Subject<boolean>
  signedOut: number
  transport(): Transport
  replicate(): Replication
  replication: Replication | undefined
  /** Ends the replication and the store, as closing the app does. What is stored stays. */
  close(): Promise<void>
}

export type DeviceOptions = {
  server: FakeServer
  userId: string
  /** Names the device; the same name again is the same device, with what it had stored. */
  name: string
  now?: () => number
  link?: Link
  /** Where QUICK is too quick to be seen. */
  timing?: Partial<Timing>
  /** How long a request waits for its answer. */
  answerMs?: number
  /** Whose token the device sends, if not its own person's. */
  tokenOf?: string
  /** The local generation of the build that runs on it, if not this one's. */
  generation?: number
}

/** On a busy machine an answer takes hundreds of ms; one that is given up is sent again. */
const ANSWER_MS = 5_000

export async function openDevice(options: DeviceOptions): Promise<Device> {
  const engine = await openRealm(options.generation)
  const now = options.now ?? Date.now
  const store = await engine.openStore({
    userId: options.userId,
    deviceId: options.name,
    now,
    name: `mirutomo-${options.name}-${options.userId}`,
  })
  const link = options.link ?? options.server.connect()
  let closed = false
  const device: Device = {
    engine,
    store,
    link,
    poke$: new Subject(),
    connectivity$: new Subject(),
    signedOut: 0,
    replication: undefined,
    transport: () =>
      engine.createTransport({
        apiUrl: 'http://server',
        apiKey: 'key',
        accessToken: () => Promise.resolve(tokenFor(options.tokenOf ?? options.userId)),
        fetch: link.fetch,
        now,
        timeoutMs: options.answerMs ?? ANSWER_MS,
      }),
    replicate: () => {
      const transport = device.transport()
      device.replication = engine.startReplication(store, {
        transport,
        poke$: device.poke$,
        connectivity$: device.connectivity$,
        onSignedOut: () => device.signedOut++,
        timing: { ...QUICK, ...options.timing },
      })
      return device.replication
    },
    close: async () => {
      if (closed) return
      closed = true
      await device.replication?.stop()
      await store.close()
      releaseRealm(engine)
    },
  }
  return device
}

/** Closes devices that are not used any more, which may take a busy machine longer than a store waits. */
export async function closeAll(devices: readonly { close: () => Promise<void> }[]): Promise<void> {
  const closed = await Promise.allSettled(devices.map((device) => device.close()))
  for (const each of closed) if (each.status === 'rejected' && !isOverdue(each.reason)) throw each.reason
}

/** By its name: each device's engine is a copy with a class of its own. */
const isOverdue = (error: unknown): boolean => error instanceof Error && error.name === 'Overdue'

/** The value of an observable now. */
export const now$ = <T>(observable$: Observable<T>): Promise<T> => firstValueFrom(observable$)
