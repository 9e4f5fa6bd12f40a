import { serverTime, type ServerTime } from '#domain/server-time.ts'
import { createValue, type ObservableValue } from './observable-value.ts'

/**
 * The device's clock in ms. It may be wrong: good for durations, and for what no other device and no server
 * compares.
 */
export const deviceNow = (): number => Date.now()

const offset = createValue(0)
/** What to add to the device's clock for the server's, in ms, as far as it was measured. */
export const clockOffset: ObservableValue<number> = offset

/** The time by the server's clock, as well as it is known. */
export const serverNow = (): ServerTime => serverTime(deviceNow(), offset.read())

/**
 * `errorMs`: by how much the measurement may be wrong. One that does not contradict what is known changes
 * nothing.
 */
export function learnClockOffset(offsetMs: number, errorMs: number): void {
  if (Math.abs(offsetMs - offset.read()) > errorMs) offset.set(offsetMs)
}
