// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createValue, firstValue } from '#platform/observable-value.ts'
import { forgetTraces } from './forget-traces.ts'
import { createPromotionEvents } from './promotion-events.ts'
import { RestFailure, type Rest } from './rest.ts'
import { isSettled, type SessionState } from './session/session-state.ts'

const BOOKING = '0190a1b2-0000-7000-8000-000000000001'
const OTHER = '0190a1b2-0000-7000-8000-000000000002'
const START = Date.parse('2026-12-01T03:10:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const signedIn = (userId: string): SessionState => ({
  status: 'signedIn',
  userId,
  email: '',
  username: null,
  recovering: false,
})
const SIGNED_OUT: SessionState = { status: 'signedOut', reason: 'none' }

/** A page with what it told the server. */
function page({ online = true, who = SIGNED_OUT }: { online?: boolean; who?: SessionState } = {}) {
  const connection = createValue(online)
  const state = createValue<SessionState>(who)
  const rest = vi.fn<Rest>(() => Promise.resolve({ body: 1, total: null, asOf: null }))
  const settled = () => firstValue(state, isSettled)
  const events = createPromotionEvents({
    rest,
    online: connection,
    session: { state, settled },
    now: Date.now,
  })
  return { connection, state, rest, events }
}
const toldTo = (rest: ReturnType<typeof page>['rest']) => rest.mock.calls.map(([, question]) => question)
const soon = () => vi.advanceTimersByTimeAsync(5_000)

test('what a visitor saw is told together, with a key of the device and without a token', async () => {
  const { events, rest } = page()
  events.note('impression', BOOKING)
  events.note('click', BOOKING)
  await soon()
  const at = new Date(START).toISOString()
  expect(toldTo(rest)).toEqual([
    {
      body: {
        events: [
          { booking_id: BOOKING, kind: 'impression', at },
          { booking_id: BOOKING, kind: 'click', at },
        ],
        visitor: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      asPerson: false,
    },
  ])
  expect(localStorage.getItem('mirutomo-promotions:visitor')).toBeNull()
})

test('a member’s views go with their token, and without a key', async () => {
  const { events, rest } = page({ who: signedIn('mio') })
  events.note('impression', BOOKING)
  await soon()
  expect(toldTo(rest)).toEqual([{ body: { events: [expect.anything()] }, asPerson: true }])
})

test('an hour is told once, the next one again', async () => {
  const { events, rest } = page()
  events.note('impression', BOOKING)
  await soon()
  events.note('impression', BOOKING)
  await soon()
  expect(rest).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  events.note('impression', BOOKING)
  await soon()
  expect(rest).toHaveBeenCalledTimes(2)
})

test('who looks before it is known who they are is counted as who they turn out to be', async () => {
  const { events, rest, state } = page({ who: { status: 'restoring' } })
  events.note('impression', BOOKING)
  await soon()
  expect(rest).not.toHaveBeenCalled()
  state.set(signedIn('mio'))
  await soon()
  expect(toldTo(rest)).toMatchObject([{ asPerson: true }])
})

test('what was seen offline outlives the page and goes with its own time when there is a connection', async () => {
  const train = page({ online: false, who: signedIn('mio') })
  train.events.note('impression', BOOKING)
  await soon()
  expect(train.rest).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(DAY_MS)
  const later = page({ online: false, who: signedIn('mio') })
  later.events.note('impression', OTHER)
  await soon()
  later.connection.set(true)
  await soon()
  const [question] = toldTo(later.rest)
  expect(question?.body).toMatchObject({
    events: [
      { booking_id: BOOKING, at: new Date(START).toISOString() },
      { booking_id: OTHER, at: new Date(START + DAY_MS + 5_000).toISOString() },
    ],
  })
})

test('what is older than a week is told no more', async () => {
  const { events, rest, connection } = page({ online: false })
  events.note('impression', BOOKING)
  await vi.advanceTimersByTimeAsync(7 * DAY_MS)
  connection.set(true)
  await soon()
  expect(rest).not.toHaveBeenCalled()
})

test('a request that fails keeps what it told; one that is refused for good does not', async () => {
  const { events, rest } = page()
  rest.mockRejectedValueOnce(new RestFailure('server'))
  events.note('impression', BOOKING)
  await soon()
  expect(localStorage.getItem('mirutomo-promotions:visitor')).toContain(BOOKING)
  rest.mockRejectedValueOnce(new RestFailure('invalid'))
  await events.flush()
  expect(localStorage.getItem('mirutomo-promotions:visitor')).toBeNull()
})

test('many go in portions that the server takes', async () => {
  const { events, rest, connection } = page({ online: false })
  for (let number = 0; number < 120; number++)
    events.note('impression', `0190a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`)
  await soon()
  connection.set(true)
  await soon()
  expect(
    toldTo(rest).map((question) => JSON.stringify(question).split(BOOKING.slice(0, 24)).length - 1),
  ).toEqual([50, 50, 20])
})

test('nobody’s views are told by another, and nothing of them stays when they leave', async () => {
  const { events, rest, state, connection } = page({ online: false, who: signedIn('mio') })
  events.note('impression', BOOKING)
  await soon()
  state.set(signedIn('rei'))
  connection.set(true)
  await soon()
  expect(rest).not.toHaveBeenCalled()
  vi.useRealTimers()
  await forgetTraces()
  expect(Object.keys(localStorage)).toEqual([])
})

test('a device that keeps nothing and a queue that cannot be read stand in nobody’s way', async () => {
  localStorage.setItem('mirutomo-promotions:visitor', '[{"booking_id":"x"}]')
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { events } = page()
  events.note('impression', BOOKING)
  await soon()
  expect(refused).toHaveBeenCalled()
  refused.mockRestore()
})

test('what is seen while somebody leaves stays on no device', async () => {
  const { events, state } = page({ online: false, who: signedIn('user-1') })
  events.note('impression', BOOKING)
  await soon()
  await forgetTraces()
  events.note('impression', OTHER)
  await vi.advanceTimersByTimeAsync(0)
  expect(localStorage.getItem('mirutomo-promotions:user-1')).not.toBeNull()
  events.note('click', OTHER)
  state.set(SIGNED_OUT)
  await soon()
  expect(Object.keys(localStorage).join()).not.toContain('user-1')
})
