// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addDays, dayInJapan } from '#domain/day.ts'
import {
  periodFrom,
  type Booking,
  type CancelResult,
  type OwnBookings,
  type PromotionCounts,
} from '#domain/promotions.ts'
import { learnClockOffset } from '#platform/clock.ts'
import { show } from '../../../tests/support/screen.tsx'
import { BookingsScreen } from './bookings-screen.tsx'
import { CANCEL_FAILURES, COPY, PHASES } from './copy.ts'

const TODAY = dayInJapan(Date.now())
const MINUTE_MS = 60_000
function aBooking(name: string, starts: number, facts: Partial<Booking> = {}): Booking {
  return {
    id: name,
    slot: { id: `slot ${name}`, name, type: 'search' },
    video: { id: 'film', youtube_id: 'aaaaaaaaaaa', title: 'わたしの映画', thumbnail: null },
    ...periodFrom(addDays(TODAY, starts), 7),
    duration: 7,
    amount: 6_300,
    refunded: 0,
    status: 'active',
    paymentStatus: 'succeeded',
    createdAt: new Date(Date.now() - MINUTE_MS).toISOString(),
    ...facts,
  }
}

const own = (bookings: Booking[], counts: [string, PromotionCounts][] = []): OwnBookings => ({
  bookings,
  counts: new Map(counts),
})
type Shown = { load: () => Promise<OwnBookings>; online?: boolean; cancel?: () => Promise<CancelResult> }
const bookings = ({ load, online = true, cancel = () => Promise.resolve({ ok: true }) }: Shown) => (
  <BookingsScreen
    load={load}
    online={online}
    cancel={cancel}
    thumbnailOf={() => ''}
    renderPayment={({ id }, onClose) => (
      <button type="button" onClick={onClose}>
        {id}の支払いを閉じる
      </button>
    )}
  />
)
const groupOf = (name: string) => within(screen.getByRole('region', { name }))

test('bookings stand where they belong, with what became of them', async () => {
  const load = vi.fn(() =>
    Promise.resolve(
      own(
        [
          aBooking('待つ枠', 1, { status: 'pending', paymentStatus: 'failed' }),
          aBooking('出ている枠', -1),
          aBooking('これからの枠', 3),
          aBooking('終わった枠', -20, { status: 'completed' }),
          aBooking('返した枠', 2, { status: 'cancelled', paymentStatus: 'refunded', refunded: 6_300 }),
        ],
        [
          ['出ている枠', { impressions: 1_200, clicks: 30 }],
          ['終わった枠', { impressions: 0, clicks: 0 }],
        ],
      ),
    ),
  )
  await show(bookings({ load }))
  await screen.findByText('出ている枠')
  expect(groupOf(COPY.groups.pending).getByText('待つ枠')).toBeDefined()
  expect(groupOf(COPY.groups.upcoming).getByText('これからの枠')).toBeDefined()
  expect(groupOf(COPY.groups.upcoming).getByText(PHASES.upcoming)).toBeDefined()
  expect(groupOf(COPY.groups.upcoming).getByText(COPY.refundable(6_300))).toBeDefined()
  const running = groupOf(COPY.groups.running)
  expect(running.getByText('1,200回')).toBeDefined()
  expect(running.getByText('30回')).toBeDefined()
  expect(running.getByText('2.5%')).toBeDefined()
  expect(running.getByRole('link').getAttribute('href')).toBe('/video/aaaaaaaaaaa')
  const past = groupOf(COPY.groups.past)
  expect(past.getByText(COPY.noRate)).toBeDefined()
  expect(past.getByText(COPY.refunded(6_300))).toBeDefined()
})

test('what waits can be paid again; then the list is read again', async () => {
  const load = vi.fn(() => Promise.resolve(own([aBooking('待つ枠', 1, { status: 'pending' })])))
  await show(bookings({ load }))
  fireEvent.click(await screen.findByRole('button', { name: COPY.pay }))
  fireEvent.click(screen.getByText('待つ枠の支払いを閉じる'))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
})

test('half an hour after the server made it, it cannot be paid any more', async () => {
  const createdAt = new Date(Date.now() - 20 * MINUTE_MS).toISOString()
  const late = own([aBooking('待つ枠', 1, { status: 'pending', createdAt })])
  await show(bookings({ load: () => Promise.resolve(late) }))
  expect((await screen.findByRole('timer')).textContent).toMatch(/(9|10):\d\d/)
  // By the server's clock it is a quarter of an hour later than this device believes
  onTestFinished(() => learnClockOffset(0, 0))
  act(() => learnClockOffset(15 * MINUTE_MS, 0))
  expect(await screen.findByText(COPY.settling)).toBeDefined()
  expect(screen.queryByRole('button', { name: COPY.pay })).toBeNull()
})

test.each(['paid', 'offline', 'signed_out', 'server'] as const)(
  'a refusal to take it back (%s) is said',
  async (code) => {
    HTMLDialogElement.prototype.showModal = function open() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    const load = () => Promise.resolve(own([aBooking('待つ枠', 1, { status: 'pending' })]))
    await show(bookings({ load, cancel: () => Promise.resolve({ ok: false, code }) }))
    fireEvent.click(await screen.findByRole('button', { name: COPY.cancel }))
    const dialog = within(await screen.findByRole('dialog', { name: COPY.cancelTitle }))
    fireEvent.click(dialog.getByRole('button', { name: COPY.cancel }))
    expect(await screen.findAllByText(CANCEL_FAILURES[code])).not.toHaveLength(0)
  },
)

test('without a connection the last list stays and says so', async () => {
  const load = () => Promise.resolve(own([aBooking('出ている枠', -1)]))
  const { change } = await show(bookings({ load }))
  await screen.findByText('出ている枠')
  change(bookings({ load, online: false }))
  expect(await screen.findByText(COPY.stale)).toBeDefined()
  expect(screen.getByText('出ている枠')).toBeDefined()
})

test('where nothing was read, there is a way to try again', async () => {
  await show(bookings({ load: () => Promise.reject(new Error('server')) }))
  expect(await screen.findByRole('button', { name: COPY.retry })).toBeDefined()
})

test('who has booked nothing is told how to begin', async () => {
  await show(bookings({ load: () => Promise.resolve(own([])) }))
  expect(await screen.findByText(COPY.none)).toBeDefined()
  expect(screen.getByRole('link', { name: COPY.book }).getAttribute('href')).toBe('/youtuber/promotions/new')
})
