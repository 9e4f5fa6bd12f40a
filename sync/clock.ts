/** One answer of the server with its time: `sentAt` and `receivedAt` by the device's clock, all in ms. */
export type ClockSample = { sentAt: number; receivedAt: number; serverTime: number }

/** `offset`: server minus device, in ms, wrong by at most `error` when it was measured at device time `at`. */
export type ClockEstimate = { offset: number; error: number; at: number }

/** Quartz drifts by less; grows the error of an old measurement. */
const DRIFT_PER_MS = 1e-4

/**
 * The better of what was known and what a new sample says: the sample if it is more exact than the aged estimate, or if the two contradict each
 * other, which means that somebody set the clock.
 */
export function improveClock(known: ClockEstimate | undefined, sample: ClockSample): ClockEstimate {
  const roundTrip = Math.max(0, sample.receivedAt - sample.sentAt)
  const measured: ClockEstimate = {
    offset: Math.round(sample.serverTime - (sample.sentAt + roundTrip / 2)),
    error: Math.ceil(roundTrip / 2),
    at: sample.receivedAt,
  }
  if (known === undefined) return measured
  const agedError = known.error + Math.abs(measured.at - known.at) * DRIFT_PER_MS
  const contradicts = Math.abs(measured.offset - known.offset) > agedError + measured.error
  return contradicts || measured.error <= agedError ? measured : known
}

/**
 * What to add to the device's clock: the smallest correction that agrees with the measurement. A clock that may well be right is left alone, so that two
 * devices with good clocks are not driven apart by the noise of measuring.
 */
export function correctionOf(estimate: ClockEstimate | undefined): number {
  if (estimate === undefined) return 0
  return Math.sign(estimate.offset) * Math.max(0, Math.abs(estimate.offset) - estimate.error)
}
