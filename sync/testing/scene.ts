import { closeAll, type Device, type DeviceOptions, openDevice } from './device.ts'
import { createFakeServer, type FakeServer, type ServerOptions } from './fake-server.ts'

export const ANNA = '018f0000-0000-7000-8000-00000000000a'
export const BEN = '018f0000-0000-7000-8000-00000000000b'
/** Of an adult. */
export const BORN = '1990-01-01'
export const CONVERSATION = '018f0000-0000-7000-8000-0000000000c1'
export const videoId = (number: number): string =>
  `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A server, the devices of one test, and a clock that can be moved. */
export type Scene = {
  server: FakeServer
  /** ms to be added to the server's clock. */
  serverClock: { offset: number }
  device(options?: Partial<DeviceOptions>): Promise<Device>
  /** Closes everything. */
  end(): Promise<void>
}

let scenes = 0

/** `options`: where the server is to be another than the product's. */
export function openScene(options: Partial<ServerOptions> = {}): Scene {
  const serverClock = { offset: 0 }
  const server = createFakeServer({ now: () => Date.now() + serverClock.offset, ...options })
  const devices: Device[] = []
  const scene = ++scenes
  return {
    server,
    serverClock,
    device: async (options = {}) => {
      const name = options.name ?? String(devices.length)
      const device = await openDevice({ server, userId: ANNA, ...options, name: `scene${scene}-${name}` })
      devices.push(device)
      return device
    },
    end: async () => {
      await closeAll(devices)
    },
  }
}

/** Anna and Ben can write to each other: both are adults, and an admin has seen so. */
export function withConversation(scene: Scene): void {
  scene.server.write(
    'profiles',
    { id: ANNA, username: 'anna', birth_date: BORN, is_age_checked: true },
    { id: BEN, username: 'ben', birth_date: BORN, is_age_checked: true },
  )
  scene.server.write('conversations', { id: CONVERSATION, user1_id: ANNA, user2_id: BEN, is_active: true })
}

/** Resolves in the next ms: an edit made then is later than one made now. */
export async function nextMoment(): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve))
}

export const pushes = (device: Device): number =>
  device.link.requests.filter(({ name }) => name === 'sync_push').length
export const pulls = (device: Device): number =>
  device.link.requests.filter(({ name }) => name === 'sync_pull').length
