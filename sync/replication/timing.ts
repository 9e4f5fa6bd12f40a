/** How long the engine waits for what, in ms. */
export type Timing = {
  /** First wait after a failure; doubles up to the maximum, then varies by chance so that devices do not return all at once. */
  retryFirstMs: number
  retryMaxMs: number
  /** A pull even when nobody said that something changed. */
  pollMs: number
  /** A look for what a tab stored and could not tell of any more. */
  untoldMs: number
  /** Pokes within this time become one pull. */
  pokeMs: number
  /** On waking, a request that has waited for so long for its answer is repeated: its connection may be dead. */
  abandonMs: number
  /** How long the first collection that wants to pull waits for the others. */
  gatherMs: number
  /** A leader that does not answer for so long is taken for frozen and replaced. */
  leaderAnswerMs: number
  random: () => number
}

export const TIMING: Timing = {
  retryFirstMs: 1_000,
  retryMaxMs: 60_000,
  pollMs: 300_000,
  untoldMs: 60_000,
  pokeMs: 50,
  abandonMs: 8_000,
  gatherMs: 1_000,
  leaderAnswerMs: 3_000,
  random: Math.random,
}

/** Hazard: a timer that is set for longer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The wait before try number `attempt` (1 is the first repetition): between half of the doubled time and the whole of it. */
export function retryDelay(timing: Timing, attempt: number): number {
  const whole = Math.min(timing.retryMaxMs, timing.retryFirstMs * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * timing.random()
}
