import type { Process } from './process.ts'

/** The first moment of every run, ms since 1970. */
export const EPOCH_MS = Date.UTC(2026, 10, 21)

/** Date of a device whose clock is wrong by `skew()`, performance.now of a process that began when this was called, and Math with the seed's chance. */
export function clockDoor(process: Process, skew: () => number) {
  const now = (): number => Math.floor(EPOCH_MS + process.kernel.now() + skew())
  class DeviceDate extends Date {
    constructor(...args: [] | [value: number | string | Date]) {
      super(args.length === 0 ? now() : args[0])
    }
    static override now(): number {
      return now()
    }
  }
  const startedAt = process.kernel.now()
  const DeviceMath = Object.create(Math, { random: { value: () => process.random.next() } })
  return {
    Date: DeviceDate,
    Math: DeviceMath as Math,
    performance: { now: () => process.kernel.now() - startedAt, timeOrigin: now() },
  }
}
