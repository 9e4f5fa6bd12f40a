/** Why a whole request failed, or could not be made. Rows that are refused are no failure: they are part of an answer. */
export type Failure =
  | { kind: 'network' }
  | { kind: 'stalled' }
  | { kind: 'not_the_server' }
  | { kind: 'server'; retryAfterMs: number | null }
  | { kind: 'busy'; retryAfterMs: number | null }
  | { kind: 'reauthenticate' }
  /** The request itself was refused with this 4xx status. */
  | { kind: 'rejected'; status: number }
  /** This device could not read what was to be sent, or store what came. */
  | { kind: 'storage' }

/** What the tabs tell each other about a failure, and all that a diagnostic file says of it. */
export const FAILURE_KINDS = [
  'network',
  'stalled',
  'not_the_server',
  'server',
  'busy',
  'reauthenticate',
  'rejected',
  'storage',
] as const satisfies readonly Failure['kind'][]

export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly failure: Failure
  constructor(failure: Failure, options?: ErrorOptions) {
    super(`sync request failed: ${failure.kind}`, options)
    this.failure = failure
  }
}

/** retry: wait and send the same again · reauthenticate: nothing can be sent until the person signs in · park: sending it again will not help. */
export type Reaction = 'retry' | 'reauthenticate' | 'park'

/** Total over the kinds of failure. */
export const REACTIONS = {
  network: 'retry',
  stalled: 'retry',
  not_the_server: 'retry',
  server: 'retry',
  busy: 'retry',
  reauthenticate: 'reauthenticate',
  rejected: 'park',
  storage: 'retry',
} as const satisfies Record<Failure['kind'], Reaction>
