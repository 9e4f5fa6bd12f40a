import { BehaviorSubject } from 'rxjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EngineStatus } from '../engine-state.ts'
import { createEngineBoard } from '../engine-state.ts'
import { createExchange, type Exchange, type ExchangeParts } from './exchange.ts'
import { type Failure, TransportFailure } from './failure.ts'
import { TIMING } from './timing.ts'
import type { Transport } from './transport.ts'
import { serverTime } from '#domain/server-time.ts'

const QUIET = {
  messages$: new BehaviorSubject({ type: 'ask_sending' as const }),
  post: () => {},
  tell: () => {},
  close: () => {},
}
const KNOWN = { lastSyncedAt: null, syncedAt: {} }

const running: Exchange[] = []
afterEach(() => {
  for (const exchange of running.splice(0)) exchange.stop()
  vi.restoreAllMocks()
})

/** An exchange whose transport counts its requests and fails each of them. */
function failing(failure: Failure, parts: Partial<ExchangeParts> = {}) {
  const engine = createEngineBoard(QUIET, KNOWN)
  let requests = 0
  const fail = (): Promise<never> => {
    requests++
    return Promise.reject(new TransportFailure(failure))
  }
  const transport: Transport = { pull: fail, push: fail }
  const clock = {
    now: () => serverTime(Date.now(), 0),
    deviceNow: () => Date.now(),
    learn: () => {},
    follow: () => {},
    close: () => {},
  }
  const exchange = createExchange({
    transport,
    store: { userId: 'anna', clock, engine },
    marks: { add: () => {}, remove: () => {}, end: () => {} },
    timing: { ...TIMING, retryFirstMs: 5, retryMaxMs: 20, gatherMs: 0 },
    latest: () => Promise.resolve(new Map()),
    onPassing: () => {},
    onSignedOut: () => {},
    ...parts,
  })
  running.push(exchange)
  const told: Failure['kind'][] = []
  exchange.failure$.subscribe((error) => told.push(error.failure.kind))
  return { exchange, told, requests: () => requests, status: (): EngineStatus => engine.status$.value }
}

const pull = (exchange: Exchange): void => {
  exchange.pull('favorites', null, 500, () => {}).catch(() => {})
}
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60))

describe('a failed request', () => {
  test('after which the wait is longer than a timer can be is waited for, not repeated without end', async () => {
    const { exchange, requests } = failing({ kind: 'server', retryAfterMs: 2 ** 33 })
    const timer = vi.spyOn(globalThis, 'setTimeout')
    pull(exchange)
    await soon()
    const waits = timer.mock.calls.map(([, ms]) => ms ?? 0)
    expect(Math.max(...waits)).toBeLessThan(2 ** 31)
    expect(requests()).toBe(1)
  })

  test('that somebody else has answered is repeated after a wait like any other', async () => {
    const { exchange, requests, status } = failing({ kind: 'not_the_server' })
    pull(exchange)
    await vi.waitFor(() => expect(requests()).toBeGreaterThan(2))
    expect(status()).toMatchObject({ failure: 'not_the_server' })
  })
})

describe('what waits to be sent and cannot be read on this device', () => {
  test('is told as a failure of its storage, not of the connection, and tried again', async () => {
    const full = (): Promise<never> => Promise.reject(new DOMException('broken', 'UnknownError'))
    const { exchange, told, requests, status } = failing({ kind: 'network' }, { latest: full })
    exchange.push('messages', [{ id: 'a', row: {} }], () => 0).catch(() => {})
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(1))
    expect(new Set(told)).toEqual(new Set(['storage']))
    expect(status()).toMatchObject({ state: 'waiting', failure: 'storage' })
    expect(requests()).toBe(0)
  })
})

describe('waking', () => {
  /** An exchange whose first pull is never answered, until it is lost; later ones are. */
  function hanging(abandonMs: number) {
    const signals: AbortSignal[] = []
    const lost = Promise.withResolvers<never>()
    const lose = (failure: Failure): void => lost.reject(new TransportFailure(failure))
    const transport: Transport = {
      push: () => Promise.reject(new TransportFailure({ kind: 'network' })),
      pull: (_checkpoints, _limit, { signal }) => {
        signals.push(signal)
        const collections = { favorites: { epoch: '1.1', reset: false, rows: [], checkpoint: null } }
        const body = { server_time: 1, held_back: false, collections }
        if (signals.length > 1) return Promise.resolve({ body, sentAt: 0, receivedAt: 1 })
        signal.addEventListener('abort', () => lose({ kind: 'network' }))
        return lost.promise
      },
    }
    const timing = { ...TIMING, retryFirstMs: 3_600_000, retryMaxMs: 3_600_000, gatherMs: 0, abandonMs }
    return { ...failing({ kind: 'network' }, { transport, timing }), signals, lose }
  }

  test('repeats at once a request that has waited too long for its answer', async () => {
    const { exchange, told, signals, status } = hanging(-1)
    const pulled = exchange.pull('favorites', null, 500, () => {})
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    exchange.wake()
    expect(await pulled).toMatchObject({ rows: [] })
    expect([signals.length, signals[0]?.aborted, told]).toEqual([2, true, []])
    expect(status().failure).toBeNull()
  })

  test('leaves a young request alone', async () => {
    const { exchange, signals } = hanging(3_600_000)
    pull(exchange)
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    exchange.wake()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  test('repeats at once a young request whose connection turns out to be lost', async () => {
    const { exchange, signals, lose } = hanging(3_600_000)
    const pulled = exchange.pull('favorites', null, 500, () => {})
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    exchange.wake()
    lose({ kind: 'network' })
    expect(await pulled).toMatchObject({ rows: [] })
  })

  test('does not hurry what the server itself refuses meanwhile', async () => {
    const { exchange, signals, lose, status } = hanging(3_600_000)
    pull(exchange)
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    exchange.wake()
    lose({ kind: 'server', retryAfterMs: null })
    await vi.waitFor(() => expect(status().nextTry).not.toBeNull())
    expect(signals).toHaveLength(1)
  })

  test('counts the time that only the device’s clock has noticed', async () => {
    let now = 0
    const { exchange, signals } = hanging(60_000)
    pull(exchange)
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    now = Number.MAX_SAFE_INTEGER
    exchange.wake()
    await vi.waitFor(() => expect(signals).toHaveLength(2))
  })
})
