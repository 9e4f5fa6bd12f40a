// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { channelCode, type ChannelResult } from '#domain/channel.ts'
import type { Channel, DayRatings, OwnBooking } from '#domain/creator.ts'
import type { ImportResult } from '#domain/youtube-video.ts'
import { versionsOf } from '#platform/drafts.ts'
import { COPY_WORDS } from '#ui/copy-button.tsx'
import { aVideo, show } from '../../../tests/support/screen.tsx'
import { CHANNEL_FAILURES, COPY, IMPORT_FAILURE_TEXTS, IMPORT_REASONS } from './copy.ts'
import type { CreatorServer } from './creator-server.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { lastDays } from './days.ts'
import { PLANS } from './pages-copy.ts'
import { PlansScreen } from './plans-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

const MIO = '0a1b2c3d-0000-4000-8000-0123456789ab'
const CHANNEL: Channel = { channel_url: 'https://www.youtube.com/@mio.ch', channel_title: 'みお' }
const field = (name: string): HTMLElement => screen.getByLabelText(name)
const type = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))

// jsdom has no modal dialogs
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

afterEach(() => vi.useRealTimers())

describe('registering', () => {
  function page(facts: { online?: boolean; isCreator?: boolean; answers?: ChannelResult[] } = {}) {
    const { online = true, isCreator = false, answers = [] } = facts
    const sent: string[] = []
    const register = (channelUrl: string): Promise<ChannelResult> => {
      sent.push(channelUrl)
      return Promise.resolve(answers.shift() ?? { ok: true })
    }
    const onRegistered = vi.fn()
    const element = (
      <RegisterScreen
        userId={MIO}
        online={online}
        isCreator={isCreator}
        register={register}
        onRegistered={onRegistered}
      />
    )
    return { element, sent, onRegistered }
  }
  const fill = (): void => {
    type(COPY.channelUrl, 'youtube.com/@mio.ch/videos')
    fireEvent.click(screen.getByRole('checkbox'))
  }

  test('the address is read while it is typed, and sent as it was read', async () => {
    const { element, sent, onRegistered } = page()
    await show(element)
    type(COPY.channelUrl, 'youtube.com/@m')
    expect(screen.getByText(COPY.channelUrlUnread)).toBeTruthy()
    fill()
    expect(screen.getByText(COPY.channelUrlRead(CHANNEL.channel_url))).toBeTruthy()
    press(COPY.register)
    await waitFor(() => expect(onRegistered).toHaveBeenCalledOnce())
    expect(sent).toEqual([CHANNEL.channel_url])
    expect(versionsOf({ whose: MIO, name: 'channel' })).toEqual([])
  })

  test('the code of the account is shown and copied', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await show(page().element)
    expect(screen.getByText(channelCode(MIO))).toBeTruthy()
    press(COPY_WORDS.copy)
    expect(writeText).toHaveBeenCalledWith(channelCode(MIO))
    expect((await screen.findAllByText(COPY_WORDS.copied)).length).toBeGreaterThan(0)
  })

  test('an address that YouTube cannot look up is not sent: the handle is asked for', async () => {
    const { element, sent } = page()
    await show(element)
    fill()
    type(COPY.channelUrl, 'https://www.youtube.com/c/mio')
    press(COPY.register)
    expect(screen.getByText(COPY.handleNeeded)).toBeTruthy()
    expect(screen.queryByText(COPY.channelUrlRead('https://www.youtube.com/c/mio'))).toBeNull()
    expect(sent).toEqual([])
  })

  test('nothing is sent without an address and consent', async () => {
    const { element, sent } = page()
    await show(element)
    type(COPY.channelUrl, 'https://example.com/')
    press(COPY.register)
    for (const sentence of [COPY.channelUrlBad, COPY.consentMissing])
      expect(screen.getByText(sentence)).toBeTruthy()
    expect(sent).toEqual([])
  })

  test.each(['code_missing', 'channel_taken', 'already_registered', 'offline', 'server'] as const)(
    'a refusal with %s is told, and what was typed stays',
    async (code) => {
      const { element, onRegistered } = page({ answers: [{ ok: false, code }] })
      await show(element)
      fill()
      press(COPY.register)
      expect(await screen.findByText(CHANNEL_FAILURES[code])).toBeTruthy()
      expect(onRegistered).not.toHaveBeenCalled()
      expect(screen.getByDisplayValue('youtube.com/@mio.ch/videos')).toBeTruthy()
    },
  )

  test('without a connection the screen says so, sends nothing and keeps what is typed for the next time', async () => {
    const { element, sent } = page({ online: false })
    const { change } = await show(element)
    expect(screen.getByText(COPY.registerOffline)).toBeTruthy()
    fill()
    press(COPY.register)
    expect(sent).toEqual([])
    change(null)
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    change(page().element)
    expect(await screen.findByDisplayValue('youtube.com/@mio.ch/videos')).toBeTruthy()
  })

  test('a creator is led on', async () => {
    await show(page({ isCreator: true }).element)
    expect(screen.getByRole('link', { name: COPY.toDashboard }).getAttribute('href')).toBe(
      '/youtuber/dashboard',
    )
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

const AVERAGES = {
  video_count: 2,
  rating_count: 3,
  review_count: 1,
  overall: 3.67,
  clarity: 4,
  entertainment: null,
  originality: 2.5,
  quality: 3,
  reliability: 3,
  usefulness: 5,
}
const BOOKING: OwnBooking = {
  id: 'b',
  status: 'pending',
  payment_status: 'processing',
  start_date: '2026-12-01',
  end_date: '2026-12-08',
  amount_paid: 21_000,
  amount_refunded: 0,
  created_at: '2026-11-23T00:00:00Z',
  slot: { name: 'ホーム上部' },
  video: { title: '朝の支度' },
}
const paid: OwnBooking = { ...BOOKING, status: 'active', payment_status: 'succeeded' }
const today = (): string => lastDays(Date.now(), 1)[0] ?? ''

const ratedBy =
  (days: DayRatings[]): CreatorServer['ratings'] =>
  (period) =>
  () =>
    Promise.resolve({ period, days })

const aServer = (answers: Partial<CreatorServer> = {}): CreatorServer => ({
  channel: () => Promise.resolve({ channel: CHANNEL }),
  videos: () => Promise.resolve({ videos: [], total: 0 }),
  averages: () => Promise.resolve(AVERAGES),
  ratings: ratedBy([]),
  bookings: () => Promise.resolve([]),
  report: (period) => () => Promise.resolve({ period, rows: [] }),
  registerChannel: () => Promise.resolve({ ok: true }),
  changeChannel: () => Promise.resolve({ ok: true }),
  importVideos: () => Promise.resolve({ ok: true, videos: [] }),
  ...answers,
})
const dashboard = (
  server: CreatorServer,
  { online = true, fromPayment = false }: { online?: boolean; fromPayment?: boolean } = {},
) => (
  <DashboardScreen
    userId={MIO}
    online={online}
    server={server}
    fromPayment={fromPayment}
    renderVideo={({ title }) => <span>{title}</span>}
  />
)

describe('the dashboard', () => {
  test('shows the averages, the videos and how they were rated, also as a table', async () => {
    const ratings = [{ day: today(), rating_count: 3, average: 3.67 }]
    const server = aServer({
      ratings: ratedBy(ratings),
      videos: () => Promise.resolve({ videos: [aVideo(1)], total: 60 }),
    })
    await show(dashboard(server))
    expect(await screen.findByText('動画1')).toBeTruthy()
    expect(screen.getByText(COPY.moreVideos(59))).toBeTruthy()
    expect(screen.getByRole('img', { name: /わかりやすさ 4\.0、面白さ 評価なし/ })).toBeTruthy()
    expect(await screen.findByRole('img', { name: COPY.trendSummary(30, 3, '3.7') })).toBeTruthy()
    const table = screen.getByRole('table', { name: COPY.trendTitle(30), hidden: true })
    expect(
      within(table)
        .getAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['3.7', '3'])
  })

  test('asks for another period, and tells that nothing was rated in it', async () => {
    const ratings = vi.fn<CreatorServer['ratings']>(ratedBy([]))
    await show(dashboard(aServer({ ratings })))
    expect(await screen.findByText(COPY.noTrend(30))).toBeTruthy()
    fireEvent.click(
      within(screen.getByRole('group', { name: `${COPY.trend}: ${COPY.period}` })).getByRole('button', {
        name: COPY.days(90),
      }),
    )
    expect(await screen.findByText(COPY.noTrend(90))).toBeTruthy()
    expect(ratings.mock.calls).toEqual([
      [30, null],
      [90, null],
    ])
  })

  test('shows one video alone', async () => {
    const ratings = vi.fn<CreatorServer['ratings']>(ratedBy([]))
    const videos = [aVideo(1), aVideo(2)]
    await show(dashboard(aServer({ ratings, videos: () => Promise.resolve({ videos, total: 2 }) })))
    fireEvent.change(await screen.findByLabelText(COPY.trendOf), { target: { value: aVideo(2).id } })
    await waitFor(() => expect(ratings).toHaveBeenLastCalledWith(30, aVideo(2).id))
  })

  test('says of each part that is empty what will be there', async () => {
    await show(dashboard(aServer({ averages: () => Promise.resolve({ ...AVERAGES, rating_count: 0 }) })))
    for (const sentence of [COPY.noRatings, COPY.noVideos, COPY.noBookings, COPY.noReport])
      expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('a part that fails is tried again alone', async () => {
    let failures = 1
    const bookings = () => (failures-- > 0 ? Promise.reject(new Error('x')) : Promise.resolve([paid]))
    await show(dashboard(aServer({ bookings })))
    expect(await screen.findByText(COPY.loadFailed)).toBeTruthy()
    press(COPY.retry)
    expect(await screen.findByText('朝の支度')).toBeTruthy()
  })

  test('what could not be read anew stands as it was, and says so', async () => {
    const ratings: CreatorServer['ratings'] = (period, video) =>
      period === 30 ? ratedBy([])(period, video) : () => Promise.reject(new Error('x'))
    await show(dashboard(aServer({ ratings })))
    await screen.findByText(COPY.noTrend(30))
    const [ofRatings] = screen.getAllByRole('button', { name: COPY.days(365) })
    if (ofRatings) fireEvent.click(ofRatings)
    expect(await screen.findByText(COPY.reloadFailed)).toBeTruthy()
    expect(screen.getByText(COPY.noTrend(30))).toBeTruthy()
  })

  test('without a connection nothing is asked for, and what needs one says so', async () => {
    const channel = vi.fn(() => Promise.resolve({ channel: CHANNEL }))
    await show(dashboard(aServer({ channel }), { online: false }))
    expect(screen.getAllByText(COPY.needsConnection)).toHaveLength(5)
    expect(channel).not.toHaveBeenCalled()
  })

  test('bookings stand in a table with their days, amounts and states', async () => {
    const refunded: OwnBooking = { ...paid, id: 'r', amount_refunded: 1_000, slot: null, video: null }
    await show(dashboard(aServer({ bookings: () => Promise.resolve([BOOKING, refunded]) })))
    const table = await screen.findByRole('table', { name: COPY.bookingsTable })
    expect(screen.getByRole('link', { name: COPY.book }).getAttribute('href')).toBe(
      '/youtuber/promotions/new',
    )
    expect(screen.getByRole('link', { name: COPY.promotions }).getAttribute('href')).toBe(
      '/youtuber/promotions/active',
    )
    const [, first, second] = within(table).getAllByRole('row')
    // On a phone a row is a card: each value has its label beside it
    expect(first?.textContent).toBe(
      '枠ホーム上部動画朝の支度掲載期間2026年12月1日〜12月7日金額（税込）¥21,000状態支払い待ち支払い確認中',
    )
    expect(within(table).getAllByRole('columnheader')).toHaveLength(6)
    expect(within(table).getAllByRole('rowheader')).toHaveLength(2)
    expect(second?.textContent).toContain(COPY.goneSlot)
    expect(second?.textContent).toContain(COPY.goneVideo)
    expect(second?.textContent).toContain(COPY.refunded(1_000))
  })

  test('impressions and clicks of all bookings are added up by day', async () => {
    const row = { day: today(), impressions: 40, clicks: 3 }
    const rows = [
      { booking_id: 'a', ...row },
      { booking_id: 'b', ...row },
    ]
    const report: CreatorServer['report'] = (period) => () => Promise.resolve({ period, rows })
    await show(dashboard(aServer({ report })))
    expect(
      await screen.findByRole('img', { name: COPY.reportSummary(COPY.impressions, 30, 80) }),
    ).toBeTruthy()
    expect(screen.getByRole('img', { name: COPY.reportSummary(COPY.clicks, 30, 6) })).toBeTruthy()
  })

  test('the channel is changed in a dialog that begins with what stands', async () => {
    const changed: string[] = []
    const changeChannel = (channelUrl: string): Promise<ChannelResult> => {
      changed.push(channelUrl)
      return Promise.resolve({ ok: true })
    }
    await show(dashboard(aServer({ changeChannel })))
    fireEvent.click(await screen.findByRole('button', { name: COPY.changeChannel }))
    expect(await screen.findByDisplayValue(CHANNEL.channel_url)).toBeTruthy()
    expect(screen.getByText(channelCode(MIO))).toBeTruthy()
    type(COPY.channelUrl, '@mio.two')
    press(COPY.change)
    expect((await screen.findAllByText(COPY.channelChanged)).length).toBeGreaterThan(0)
    expect(changed).toEqual(['https://www.youtube.com/@mio.two'])
  })
})

test('a creator without a channel registers one on the dashboard', async () => {
  let channel: Channel | null = null
  const server = aServer({
    channel: () => Promise.resolve({ channel }),
    registerChannel: (channel_url) => {
      channel = { channel_url, channel_title: 'みお' }
      return Promise.resolve({ ok: true })
    },
  })
  await show(dashboard(server))
  expect(await screen.findByText(COPY.noChannel)).toBeTruthy()
  press(COPY.registerChannel)
  type(COPY.channelUrl, '@mio.ch')
  fireEvent.click(screen.getByRole('checkbox'))
  press(COPY.register)
  expect(await screen.findByText('みお')).toBeTruthy()
  expect(channel).toEqual(CHANNEL)
})

describe('an address that says that a payment has been made', () => {
  const confirmed = COPY.paymentConfirmed('ホーム上部', '2026年12月1日')

  test('claims nothing before the server does, and asks again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const answers: OwnBooking[][] = [[], [BOOKING], [paid]]
    const bookings = () => Promise.resolve(answers.shift() ?? [paid])
    await show(dashboard(aServer({ bookings }), { fromPayment: true }))
    expect(await screen.findByText(COPY.paymentChecking)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await screen.findByText('朝の支度')).toBeTruthy()
    expect(screen.getByText(COPY.paymentChecking)).toBeTruthy()
    expect(screen.queryByText(confirmed)).toBeNull()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await screen.findByText(confirmed)).toBeTruthy()
  })

  test('does not take an older booking that was paid for the newest', async () => {
    await show(
      dashboard(aServer({ bookings: () => Promise.resolve([BOOKING, { ...paid, id: 'old' }]) }), {
        fromPayment: true,
      }),
    )
    await screen.findByRole('table', { name: COPY.bookingsTable })
    expect(screen.getByText(COPY.paymentChecking)).toBeTruthy()
  })

  test('tells of a payment that failed', async () => {
    const failed: OwnBooking = { ...BOOKING, payment_status: 'failed' }
    await show(dashboard(aServer({ bookings: () => Promise.resolve([failed]) }), { fromPayment: true }))
    expect(await screen.findByText(COPY.paymentFailed)).toBeTruthy()
  })

  test('without that address nothing is said of payments', async () => {
    await show(dashboard(aServer({ bookings: () => Promise.resolve([BOOKING]) })))
    await screen.findByRole('table', { name: COPY.bookingsTable })
    expect(screen.queryByText(COPY.paymentChecking)).toBeNull()
  })
})

describe('importing videos', () => {
  const form = async (answer: ImportResult, online = true) => {
    const orders: unknown[] = []
    const videos = vi.fn(() => Promise.resolve({ videos: [], total: 0 }))
    const importVideos: CreatorServer['importVideos'] = (order) => {
      orders.push(order)
      return Promise.resolve(answer)
    }
    const page = await show(dashboard(aServer({ importVideos, videos }), { online }))
    return { orders, videos, ...page }
  }
  const submit = (): boolean => press(COPY.importAction)

  test('each line is sent once; what became of it is told, and the refused stay', async () => {
    const { orders, videos } = await form({
      ok: true,
      videos: [
        { youtube_id: 'ch01video01', status: 'added', reason: null },
        { youtube_id: 'ch02video01', status: 'refused', reason: 'foreign_channel' },
      ],
    })
    type(COPY.importField, ' ch01video01\n\nch02video01\nch01video01 ')
    fireEvent.change(screen.getByLabelText(/ジャンル/), { target: { value: 'vlog' } })
    submit()
    expect(await screen.findByText(IMPORT_REASONS.foreign_channel)).toBeTruthy()
    expect(orders).toEqual([{ videos: ['ch01video01', 'ch02video01'], genre_id: 'vlog' }])
    expect(screen.getByText(COPY.importDone(1, 0, 1))).toBeTruthy()
    expect(field(COPY.importField)).toHaveProperty('value', 'ch02video01')
    await waitFor(() => expect(videos).toHaveBeenCalledTimes(2))
  })

  test.each(['quota_exceeded', 'youtube_unavailable', 'rate_limited', 'not_creator', 'offline'] as const)(
    'a refusal with %s is told, and what was typed stays',
    async (code) => {
      await form({ ok: false, code })
      type(COPY.importField, 'ch01video01')
      submit()
      expect(await screen.findByText(IMPORT_FAILURE_TEXTS[code])).toBeTruthy()
      expect(field(COPY.importField)).toHaveProperty('value', 'ch01video01')
    },
  )

  test('nothing and too much are not sent', async () => {
    const { orders } = await form({ ok: true, videos: [] })
    submit()
    expect(screen.getByText(COPY.importEmpty)).toBeTruthy()
    type(COPY.importField, Array.from({ length: 101 }, (_, index) => `line ${index}`).join('\n'))
    submit()
    expect(screen.getByText(COPY.importTooMany)).toBeTruthy()
    expect(orders).toEqual([])
  })

  test('without a connection it says so, and what is typed is there the next time', async () => {
    const { orders, change } = await form({ ok: true, videos: [] }, false)
    expect(screen.getByText(COPY.importOffline)).toBeTruthy()
    type(COPY.importField, 'ch01video01')
    submit()
    expect(orders).toEqual([])
    change(null)
    await waitFor(() => expect(screen.queryByLabelText(COPY.importField)).toBeNull())
    change(dashboard(aServer()))
    await waitFor(() => expect(field(COPY.importField)).toHaveProperty('value', 'ch01video01'))
  })
})

describe('the plans', () => {
  const slot = { id: 's', name: 'ホーム上部', type: 'home' } as const

  test('say what each slot costs for each duration', async () => {
    await show(<PlansScreen online load={async () => [{ price_per_day: 3_000, slot }]} />)
    expect(await screen.findByRole('heading', { name: 'ホーム上部' })).toBeTruthy()
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '¥21,000',
      '¥42,000',
      '¥90,000',
    ])
  })

  test('are told apart by their place, in its order', async () => {
    const load = async () => [
      { price_per_day: 600, slot: { id: 'v', name: '動画ページ 下段', type: 'video' } as const },
      { price_per_day: 1_200, slot: { id: 'b', name: 'ホーム 特集', type: 'home' } as const },
      { price_per_day: 1_200, slot: { id: 'a', name: 'ホーム 注目', type: 'home' } as const },
    ]
    await show(<PlansScreen online load={load} />)
    const plans = await screen.findByRole('list', { name: PLANS.table })
    expect(
      within(plans)
        .getAllByRole('heading')
        .map((heading) => [heading.textContent, heading.nextElementSibling?.textContent]),
    ).toEqual([
      ['ホーム 注目', 'ホームの人気の動画の下に並ぶ広告の1番目です。プレミアム会員にも表示します。'],
      [
        'ホーム 特集',
        'ホームの人気の動画の下に並ぶ広告の2番目です。プレミアム会員には、前の枠が空いているときだけ表示します。',
      ],
      ['動画ページ 下段', '動画ページのレビューの下に並ぶ広告の1番目です。プレミアム会員にも表示します。'],
    ])
  })

  test('are missing as long as there are no slots', async () => {
    await show(<PlansScreen online load={async () => []} />)
    expect(await screen.findByText('予約できる枠はまだありません')).toBeTruthy()
  })
})
