// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, dayInJapan } from '#domain/day.ts'
import {
  BOOKING_REFUSALS,
  type Booking,
  type BookingResult,
  type CancelResult,
  type OwnVideo,
  type Period,
  type Slot,
} from '#domain/promotions.ts'
import { learnClockOffset, serverNow } from '#platform/clock.ts'
import { versionsOf } from '#platform/drafts.ts'
import { layDraft } from '#platform/open-draft.ts'
import { toastList } from '#ui/toast-list.ts'
import { show } from '../../../tests/support/screen.tsx'
import { BookingScreen, type BookingScreenProps } from './booking-screen.tsx'
import { BOOKING_FAILURES, COPY } from './copy.ts'
import { fullDay } from './days.ts'
import type { Wanted } from './wanted.ts'

const TODAY = dayInJapan(Date.now())
const inDays = (days: number): string => addDays(TODAY, days)
const SLOTS: Slot[] = [
  { id: 'home', name: 'ホーム 特集', type: 'home', pricePerDay: 1200 },
  { id: 'search', name: '検索 上段', type: 'search', pricePerDay: 900 },
]
const VIDEOS: OwnVideo[] = [{ id: 'film', youtube_id: 'aaaaaaaaaaa', title: 'わたしの映画', thumbnail: null }]
/** The days from the third on are somebody's. */
const TAKEN: Period[] = [{ start: inDays(10), end: inDays(17) }]

const bookingOf = ({ slot, video, start, duration, total, period }: Wanted): Booking => ({
  id: 'booking',
  slot,
  video,
  start,
  end: period.end,
  duration,
  amount: total,
  refunded: 0,
  status: 'pending',
  paymentStatus: 'pending',
  createdAt: new Date().toISOString(),
})
const booked = (wanted: Wanted): Promise<BookingResult> =>
  Promise.resolve({ ok: true, booking: bookingOf(wanted) })

const onDone = vi.fn()
const loadSlots = () => Promise.resolve(SLOTS)
const loadVideos = () => Promise.resolve(VIDEOS)
const loadTaken = () => Promise.resolve(TAKEN)
const booking = (given: Partial<BookingScreenProps> = {}) => (
  <BookingScreen
    userId="creator"
    online
    loadSlots={loadSlots}
    loadVideos={loadVideos}
    loadTaken={loadTaken}
    book={booked}
    cancel={() => Promise.resolve<CancelResult>({ ok: true })}
    renderPayment={({ amount }, onClose) => (
      <div role="dialog" aria-label="支払い">
        {amount}円
        <button type="button" onClick={onClose}>
          閉じる
        </button>
      </div>
    )}
    thumbnailOf={() => ''}
    onDone={onDone}
    {...given}
  />
)

const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: RegExp): void => void fireEvent.click(screen.getByRole('radio', { name }))
const dayButton = (day: string) =>
  screen.getByRole('button', { name: new RegExp(`^${escape(fullDay(day))}`) })
const escape = (text: string): string => text.replaceAll(/[()]/g, '\\$&')
/** The calendar shows a month: turns it to that of a day. */
async function findDay(day: string): Promise<HTMLElement> {
  await screen.findByRole('grid')
  for (let turns = 0; turns < 5; turns++) {
    const shown = document.querySelector<HTMLElement>(`[data-day="${day}"]`)
    if (shown) return shown
    press(COPY.nextMonth)
  }
  return dayButton(day)
}

async function chooseAll(): Promise<void> {
  await screen.findByRole('radio', { name: /ホーム 特集/ })
  choose(/ホーム 特集/)
  fireEvent.click(await findDay(inDays(2)))
  choose(/わたしの映画/)
}

beforeAll(() => {
  // jsdom does not scroll
  Element.prototype.scrollIntoView = () => {}
})

describe('what is chosen', () => {
  test('slots of one page are told apart by their place, in its order', async () => {
    const slots: Slot[] = [
      { id: 'v', name: '動画ページ 下段', type: 'video', pricePerDay: 600 },
      { id: 'b', name: 'ホーム 特集', type: 'home', pricePerDay: 1200 },
      { id: 'a', name: 'ホーム 注目', type: 'home', pricePerDay: 1200 },
    ]
    await show(booking({ loadSlots: () => Promise.resolve(slots) }))
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    const group = within(screen.getByRole('group', { name: new RegExp(COPY.slots) }))
    expect(group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'ホーム 注目ホームの人気の動画の下に並ぶ広告の1番目です。プレミアム会員にも表示します。1日 ¥1,200',
      'ホーム 特集ホームの人気の動画の下に並ぶ広告の2番目です。プレミアム会員には、前の枠が空いているときだけ表示します。1日 ¥1,200',
      '動画ページ 下段動画ページのレビューの下に並ぶ広告の1番目です。プレミアム会員にも表示します。1日 ¥600',
    ])
  })

  test('prices and places are shown before anything is chosen', async () => {
    await show(booking())
    const slot = await screen.findByRole('radio', { name: /ホーム 特集/ })
    expect(slot.closest('label')?.textContent).toContain('1日 ¥1,200')
    expect(screen.getByRole('radio', { name: COPY.days(7) })).toHaveProperty('checked', true)
  })

  test('end and total follow from the choices', async () => {
    await show(booking())
    await chooseAll()
    const summary = within(screen.getByRole('region', { name: COPY.summary }))
    expect(summary.getByText('¥8,400')).toBeDefined()
    choose(/^14日間/)
    expect(summary.getByText('¥16,800')).toBeDefined()
  })

  test('what is missing is said beside where it is chosen', async () => {
    await show(booking())
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    press(COPY.toConfirm)
    for (const sentence of Object.values(COPY.missing)) expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.queryByText(COPY.confirmTitle)).toBeNull()
  })

  test('what is missing is led to, the first of it first', async () => {
    const scrolled: (string | null | undefined)[] = []
    Element.prototype.scrollIntoView = function into() {
      scrolled.push(this.querySelector('legend')?.textContent)
    }
    await show(booking())
    const slot = await screen.findByRole('radio', { name: /ホーム 特集/ })
    press(COPY.toConfirm)
    expect(document.activeElement).toBe(slot)
    choose(/ホーム 特集/)
    const day = await findDay(inDays(1))
    press(COPY.toConfirm)
    expect(document.activeElement).toBe(day)
    fireEvent.click(day)
    press(COPY.toConfirm)
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /わたしの映画/ }))
    expect(scrolled).toEqual([`1${COPY.slots}`, `3${COPY.start}`, `4${COPY.videos}`])
  })

  test('a longer time that runs into somebody else’s says so at once', async () => {
    await show(booking())
    await chooseAll()
    choose(/^30日間/)
    expect(screen.getByText(COPY.startGone)).toBeDefined()
    press(COPY.toConfirm)
    expect(screen.queryByText(COPY.confirmTitle)).toBeNull()
  })

  test('it survives a reload', async () => {
    const { change } = await show(booking())
    await chooseAll()
    change(null)
    change(booking())
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: /わたしの映画/ })).toHaveProperty('checked', true),
    )
    expect(screen.getByRole('radio', { name: /ホーム 特集/ })).toHaveProperty('checked', true)
    press(COPY.toConfirm)
    await screen.findByText(COPY.confirmTitle)
  })

  test.each(['loadSlots', 'loadVideos', 'loadTaken'] as const)(
    'what was chosen before is not told as missing until all is known again: %s',
    async (late) => {
      layDraft(
        { whose: 'creator', name: 'booking' },
        JSON.stringify({ slotId: 'home', duration: 7, start: inDays(1), videoId: 'film' }),
      )
      const answers = { loadSlots: SLOTS, loadVideos: VIDEOS, loadTaken: TAKEN }
      const { promise, resolve } = Promise.withResolvers<void>()
      await show(booking({ [late]: () => promise.then(() => answers[late]) }))
      const goOn = await screen.findByRole('button', { name: COPY.toConfirm })
      // The others are there
      await new Promise((later) => setTimeout(later))
      expect(goOn).toHaveProperty('disabled', true)
      const form = screen.getByRole('form', { name: COPY.title })
      fireEvent.submit(form)
      expect(within(form).queryAllByRole('alert')).toEqual([])
      resolve()
      await waitFor(() => expect(goOn).toHaveProperty('disabled', false))
      fireEvent.click(goOn)
      await screen.findByRole('heading', { name: COPY.confirmTitle })
    },
  )

  test('nothing can be asked for without a connection, and it says so', async () => {
    const { change } = await show(booking())
    await chooseAll()
    change(booking({ online: false }))
    await screen.findByText(COPY.offline)
    expect(screen.getByRole('button', { name: COPY.toConfirm })).toHaveProperty('disabled', true)
    expect(screen.getByRole('radio', { name: /わたしの映画/ })).toHaveProperty('checked', true)
  })

  test('who has no videos of their own is told where to get them', async () => {
    await show(booking({ loadVideos: () => Promise.resolve([]) }))
    expect(await screen.findByText(COPY.noVideos)).toBeDefined()
  })

  test('what could not be loaded can be asked for again', async () => {
    const load = vi
      .fn<() => Promise<Slot[]>>()
      .mockRejectedValueOnce(new Error('server'))
      .mockResolvedValue(SLOTS)
    await show(booking({ loadSlots: load }))
    fireEvent.click(await screen.findByRole('button', { name: COPY.retry }))
    expect(await screen.findByRole('radio', { name: /ホーム 特集/ })).toBeDefined()
  })
})

describe('the calendar', () => {
  test('today cannot be chosen, tomorrow can, taken days say that they are', async () => {
    await show(booking())
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    choose(/ホーム 特集/)
    const tomorrow = await findDay(inDays(1))
    expect(tomorrow.getAttribute('aria-disabled')).toBeNull()
    const taken = await findDay(inDays(10))
    expect(taken.getAttribute('aria-label')).toContain(COPY.dayStates.taken)
    fireEvent.click(taken)
    expect(screen.getByRole('region', { name: COPY.summary }).textContent).toContain(COPY.notChosen)
  })

  test('every day that is chosen can be told apart where colours are the person’s own, and one is the choice', async () => {
    await show(booking())
    await chooseAll()
    // Of the month that is shown: all that fall into it
    const chosen = screen.getAllByRole('gridcell').filter((cell) => cell.hasAttribute('data-chosen'))
    const said = screen.getAllByRole('button', { name: new RegExp(COPY.chosen) })
    expect(chosen.length).toBeGreaterThan(0)
    expect(chosen.map((cell) => cell.querySelector('button'))).toEqual(said)
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(1)
  })

  test('the days before somebody else’s are too few for a week', async () => {
    await show(booking())
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    choose(/ホーム 特集/)
    const day = await findDay(inDays(4))
    expect(day.getAttribute('aria-label')).toContain(COPY.dayStates.overlap)
  })

  test('keys walk through days, weeks and months, and not out of what can be booked', async () => {
    await show(booking())
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    choose(/ホーム 特集/)
    const first = await findDay(inDays(1))
    first.focus()
    const at = (): string | undefined => (document.activeElement as HTMLElement).dataset['day']
    const key = (name: string): void =>
      void fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
    key('ArrowRight')
    expect(at()).toBe(inDays(2))
    key('ArrowDown')
    expect(at()).toBe(inDays(9))
    key('ArrowUp')
    key('ArrowLeft')
    key('ArrowLeft')
    expect(at()).toBe(inDays(1))
    key('PageDown')
    expect(at()?.slice(0, 7)).not.toBe(inDays(1).slice(0, 7))
    for (let months = 0; months < 5; months++) key('PageDown')
    expect(at()).toBe(inDays(90))
  })

  test('one day at a time is a stop for Tab', async () => {
    await show(booking())
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    choose(/ホーム 特集/)
    const grid = await screen.findByRole('grid')
    expect(grid.querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
  })
})

describe('the final confirmation', () => {
  test('says what, how much, when and how it is paid, when it is shown and what giving up costs', async () => {
    await show(booking())
    await chooseAll()
    press(COPY.toConfirm)
    const shown = within(await screen.findByRole('region', { name: COPY.confirmTitle }))
    for (const item of Object.values(COPY.items)) expect(shown.getByText(item)).toBeDefined()
    expect(shown.getByText('「ホーム 特集」に「わたしの映画」を7日間掲載')).toBeDefined()
    expect(shown.getByText('¥8,400（¥1,200 × 7日）')).toBeDefined()
    expect(shown.getByText(new RegExp(escape(fullDay(inDays(8)))))).toBeDefined()
    expect(document.activeElement?.textContent).toBe(COPY.confirmTitle)
  })

  test('leads to the payment of what was agreed to', async () => {
    const book = vi.fn(booked)
    await show(booking({ book }))
    await chooseAll()
    press(COPY.toConfirm)
    press(COPY.confirm)
    expect((await screen.findByRole('dialog', { name: '支払い' })).textContent).toContain('8400円')
    expect(book).toHaveBeenCalledOnce()
    expect(book.mock.calls[0]?.[0]).toMatchObject({
      slot: SLOTS[0],
      video: VIDEOS[0],
      start: inDays(2),
      duration: 7,
    })
    expect(versionsOf({ whose: 'creator', name: 'booking' })).toEqual([])
  })

  test('a price that changed meanwhile is said, and nothing is paid before the person agrees', async () => {
    const book = (wanted: Wanted): Promise<BookingResult> =>
      Promise.resolve({ ok: true, booking: { ...bookingOf(wanted), amount: 9_100 } })
    await show(booking({ book }))
    await chooseAll()
    press(COPY.toConfirm)
    press(COPY.confirm)
    expect(await screen.findByText(COPY.priceChanged(9_100))).toBeDefined()
    expect(screen.queryByRole('dialog', { name: '支払い' })).toBeNull()
    press(COPY.pay)
    expect((await screen.findByRole('dialog', { name: '支払い' })).textContent).toContain('9100円')
  })

  test.each([...BOOKING_REFUSALS, 'signed_out', 'offline', 'server'] as const)(
    'a refusal (%s) is said in a sentence, and the choices stay',
    async (code) => {
      await show(booking({ book: () => Promise.resolve({ ok: false, code }) }))
      await chooseAll()
      press(COPY.toConfirm)
      press(COPY.confirm)
      expect(await screen.findByText(BOOKING_FAILURES[code])).toBeDefined()
      expect(screen.getByRole('radio', { name: /わたしの映画/ })).toHaveProperty('checked', true)
      expect(screen.getByRole('radio', { name: /ホーム 特集/ })).toHaveProperty('checked', true)
    },
  )

  test('a booking that the server could not make is said by the sentence of the catalogue', async () => {
    await show(booking({ book: () => Promise.resolve({ ok: false, code: 'server' }) }))
    await chooseAll()
    press(COPY.toConfirm)
    press(COPY.confirm)
    expect(await screen.findByText(/^予約データの作成に失敗しました。/)).toBeDefined()
  })

  test('the days are those of the server, whatever the device believes', async () => {
    learnClockOffset(-40 * 86_400_000, 0)
    onTestFinished(() => learnClockOffset(0, 0))
    await show(booking({}))
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    choose(/ホーム 特集/)
    const tomorrow = addDays(dayInJapan(serverNow()), 1)
    expect(
      await screen.findByRole('button', { name: new RegExp(`^${escape(fullDay(tomorrow))}`) }),
    ).toHaveProperty('disabled', false)
  })

  test('days that somebody else took meanwhile are shown as taken', async () => {
    const taken = vi.fn<() => Promise<Period[]>>().mockResolvedValueOnce([]).mockResolvedValue(TAKEN)
    await show(booking({ loadTaken: taken, book: () => Promise.resolve({ ok: false, code: 'dates_taken' }) }))
    await screen.findByRole('radio', { name: /ホーム 特集/ })
    choose(/わたしの映画/)
    choose(/ホーム 特集/)
    fireEvent.click(await findDay(inDays(12)))
    press(COPY.toConfirm)
    press(COPY.confirm)
    await screen.findByText(BOOKING_FAILURES.dates_taken)
    const day = await findDay(inDays(12))
    await waitFor(() => expect(day.getAttribute('aria-label')).toContain(COPY.dayStates.taken))
  })
})

describe('a booking that waits to be paid', () => {
  async function reachPayment(given: Partial<BookingScreenProps> = {}): Promise<void> {
    await show(booking(given))
    await chooseAll()
    press(COPY.toConfirm)
    press(COPY.confirm)
    fireEvent.click(await screen.findByRole('button', { name: '閉じる' }))
  }

  test('can be paid after all', async () => {
    await reachPayment()
    expect(screen.getByRole('timer').textContent).toMatch(/(29|30):\d\d/)
    press(COPY.pay)
    expect(await screen.findByRole('dialog', { name: '支払い' })).toBeDefined()
  })

  test('can be taken back, once one is sure', async () => {
    const cancel = vi.fn(() => Promise.resolve<CancelResult>({ ok: true }))
    // jsdom knows no modal dialogs
    HTMLDialogElement.prototype.showModal = function open() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    await reachPayment({ cancel })
    press(COPY.cancel)
    expect(cancel).not.toHaveBeenCalled()
    const dialog = within(await screen.findByRole('dialog', { name: COPY.cancelTitle }))
    fireEvent.click(dialog.getByRole('button', { name: COPY.cancel }))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(cancel).toHaveBeenCalledWith('booking')
    expect(toastList.read().map(({ message }) => message)).toContain(COPY.cancelled)
  })

  test('is over after half an hour by the server’s clock, whatever the device’s says', async () => {
    const past = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString()
    // The device is two hours ahead: by the server's clock it was made just now
    learnClockOffset(-2 * 60 * 60 * 1000, 0)
    onTestFinished(() => learnClockOffset(0, 0))
    await reachPayment({
      book: (wanted) => Promise.resolve({ ok: true, booking: { ...bookingOf(wanted), createdAt: past } }),
    })
    expect(screen.getByRole('timer').textContent).toMatch(/(29|30):\d\d/)
    expect(screen.queryByText(COPY.settling)).toBeNull()
  })
})
