/**
 * Where the pull of one collection stands. rest: nothing is asked · asked: RxDB will call, or has called, but no request has left · sent: a request is out ·
 * sent_again: a request is out, and something may have changed since.
 */
export const PULL_PHASES = ['rest', 'asked', 'sent', 'sent_again'] as const
export type PullPhase = (typeof PULL_PHASES)[number]

export type PullEvent =
  /** Something may have changed on the server. */
  | 'wish'
  /** A request that asks for this collection left. */
  | 'left'
  /** A full page came: there is more. */
  | 'page'
  /** The last page came and is stored. */
  | 'stored'
  /** Something of it could not be stored. */
  | 'spoiled'

/** Total. A wish is granted once, however often it is made: by the request that has not left yet, or by one more afterwards. */
export const NEXT_PULL_PHASE = {
  rest: { wish: 'asked', left: 'sent', page: 'rest', stored: 'rest', spoiled: 'rest' },
  asked: { wish: 'asked', left: 'sent', page: 'asked', stored: 'rest', spoiled: 'rest' },
  sent: { wish: 'sent_again', left: 'sent', page: 'asked', stored: 'rest', spoiled: 'rest' },
  sent_again: { wish: 'sent_again', left: 'sent', page: 'asked', stored: 'asked', spoiled: 'rest' },
} as const satisfies Record<PullPhase, Record<PullEvent, PullPhase>>
