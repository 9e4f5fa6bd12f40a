import { readFileSync } from 'node:fs'
// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type {
  Admin,
  AdminAct,
  AdminBooking,
  AdminContact,
  AdminOverview,
  AdminPerson,
  AdminReport,
  AdminResult,
  AdminSlot,
  AdminVerification,
} from '#domain/admin.ts'
import { show } from '../../../tests/support/screen.tsx'
import { ContactsScreen } from './contacts-screen.tsx'
import { CONTACTS } from './contacts-copy.ts'
import { COPY, FAILURES } from './copy.ts'
import { EVENTS } from './event-copy.ts'
import { OVERVIEW, WORK_NAMES } from './overview-copy.ts'
import { PEOPLE } from './people-copy.ts'
import { PROMOTION } from './promotion-copy.ts'
import { REPORTS } from './reports-copy.ts'
import { VERIFICATIONS } from './verifications-copy.ts'
import { LOG } from './log-copy.ts'
import { LogScreen } from './log-screen.tsx'
import { OverviewScreen } from './overview-screen.tsx'
import { PeopleScreen } from './people-screen.tsx'
import { PromotionScreen } from './promotion-screen.tsx'
import { ReportsScreen } from './reports-screen.tsx'
import { StopEvent } from './stop-event.tsx'
import { SecondFactorNeeded } from './second-factor-needed.tsx'
import { VerificationsScreen } from './verifications-screen.tsx'

// jsdom's dialogs cannot be opened
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

const NOW = '2026-11-20T03:00:00Z'
const MIO: AdminPerson = {
  id: '00000000-0000-4000-8000-0000000000a1',
  username: 'みお',
  display_name: '',
  avatar_url: null,
  email: 'mio@example.com',
  role: null,
  is_premium: true,
  level: 2,
  created_at: NOW,
  suspension: null,
}
const AYA: AdminPerson = {
  ...MIO,
  id: '00000000-0000-4000-8000-0000000000a2',
  username: 'あや',
  email: 'aya@example.com',
  role: 'admin',
}
const OVERVIEW_NUMBERS: AdminOverview = {
  people: 1234,
  new_people: 5,
  premium: 67,
  suspended: 1,
  ratings: 890,
  new_ratings: 12,
  work: [],
  revenue: {
    month: '2026-11',
    paid: 30000,
    refunded: 4000,
    plans: [{ id: 'monthly', name: '月額プラン', count: 3, amount: 980 }],
  },
  queues: { verifications: 2, reports: 0, contacts: 4, bookings: 1 },
}
const REQUEST: AdminVerification = {
  id: 'r1',
  user_id: MIO.id,
  username: 'みお',
  avatar_url: null,
  email: 'mio@example.com',
  birth_date: '1990-02-03',
  told_birth_date: '1990-02-03',
  created_at: NOW,
}
const REPORT: AdminReport = {
  id: 'k|m',
  reason: 'harassment',
  body: 'ひどい言葉',
  status: 'open',
  created_at: NOW,
  updated_at: NOW,
  reporter: { id: 'k', username: 'けん' },
  reported: {
    id: MIO.id,
    username: 'みお',
    display_name: '',
    bio: 'こんにちは',
    avatar_url: null,
    role: null,
    suspension: null,
  },
  others: 2,
  comments: [{ id: 'm|v', video_title: '海の動画', youtube_id: 'v', comment: '汚い言葉', updated_at: NOW }],
}
const SLOT: AdminSlot = {
  id: 's1',
  name: 'ホーム上段',
  type: 'home',
  advertiser: '',
  ends_at: null,
  slot_prices: { price_per_day: 1200 },
}
const BOOKING: AdminBooking = {
  id: 'b1',
  slot_name: 'ホーム上段',
  slot_type: 'home',
  video_title: '海の動画',
  youtube_id: 'v',
  buyer: 'みお',
  start_date: '2026-11-20',
  end_date: '2026-11-27',
  duration: 7,
  amount_paid: 8400,
  amount_refunded: 400,
  status: 'active',
  payment_status: 'succeeded',
  payment_intent_id: 'pi_1',
  created_at: NOW,
}
const CONTACT: AdminContact = {
  id: 'c1',
  user_id: MIO.id,
  username: 'みお',
  name: '海野',
  email: 'mio@example.com',
  kind: 'payment',
  message: '返金について',
  created_at: NOW,
  answered_at: null,
}
const ACT: AdminAct = {
  id: 'a1',
  act: 'suspend',
  subject_type: 'person',
  subject_id: MIO.id,
  detail: { name: 'みお', reason: '迷惑行為' },
  outcome: 'done',
  answer: null,
  created_at: NOW,
  admin: { username: 'あや' },
}

const DONE: AdminResult = { ok: true }
/** A server that answers with one of each and does what it is asked. */
function anAdmin(answers: Partial<Admin & { document: (request: string) => Promise<Blob> }> = {}) {
  const done = () => vi.fn(async () => DONE)
  const admin = {
    overview: async () => OVERVIEW_NUMBERS,
    people: vi.fn<Admin['people']>(async () => ({ total: 2, people: [MIO, AYA] })),
    verifications: async () => ({ total: 1, requests: [REQUEST] }),
    reports: vi.fn<Admin['reports']>(async () => ({ total: 1, reports: [REPORT] })),
    contacts: vi.fn<Admin['contacts']>(async () => ({ total: 1, contacts: [CONTACT] })),
    slots: async () => [SLOT],
    bookings: async () => ({ total: 1, bookings: [BOOKING] }),
    acts: async () => ({ total: 1, acts: [ACT] }),
    document: vi.fn<(request: string) => Promise<Blob>>(
      async () => new Blob(['%PDF'], { type: 'application/pdf' }),
    ),
    setRole: done(),
    suspend: vi.fn<Admin['suspend']>(async () => DONE),
    unsuspend: done(),
    decideVerification: vi.fn<Admin['decideVerification']>(async () => DONE),
    decideReport: done(),
    hideComment: done(),
    answerContact: vi.fn<Admin['answerContact']>(async () => DONE),
    saveSlot: done(),
    refund: done(),
  }
  return Object.assign(admin, answers) as typeof admin
}
const button = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('button', { name })
const press = async (name: string | RegExp): Promise<boolean> => fireEvent.click(await button(name))
const dialog = (): HTMLElement => screen.getByRole('dialog')
const type = (label: string | RegExp, value: string): boolean =>
  fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } })
const pressInDialog = (name: string): boolean =>
  fireEvent.click(within(dialog()).getByRole('button', { name }))

const SCREENS = [
  ['数字', OverviewScreen, 'overview'],
  ['ユーザー', PeopleScreen, 'people'],
  ['本人確認', VerificationsScreen, 'verifications'],
  ['通報', ReportsScreen, 'reports'],
  ['お問い合わせ', ContactsScreen, 'contacts'],
  ['記録', LogScreen, 'acts'],
] as const

describe.each(SCREENS)('the screen of %s', (_, Screen, question) => {
  test('says that it needs a connection, and reads when there is one', async () => {
    const admin = anAdmin()
    const { change } = await show(<Screen admin={admin} online={false} ownId={AYA.id} />)
    expect(await screen.findByText(COPY.offline)).toBeTruthy()
    change(<Screen admin={admin} online ownId={AYA.id} />)
    await waitFor(() => expect(screen.queryByText(COPY.offline)).toBeNull())
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
    change(<Screen admin={admin} online={false} ownId={AYA.id} />)
    expect(await screen.findByText(COPY.stale)).toBeTruthy()
  })

  test('says that it could not be read, and tries again', async () => {
    const good = anAdmin()
    const answer = vi
      .fn<() => Promise<never>>()
      .mockRejectedValueOnce(new Error('server'))
      .mockImplementation(good[question] as () => Promise<never>)
    await show(<Screen admin={anAdmin({ [question]: answer })} online ownId={AYA.id} />)
    await press(COPY.retry)
    await waitFor(() => expect(screen.queryByText(COPY.loadFailed)).toBeNull())
    expect(answer).toHaveBeenCalledTimes(2)
  })
})

test('the first page tells what waits and the numbers', async () => {
  await show(<OverviewScreen admin={anAdmin()} online />)
  const queue = await screen.findByRole('link', { name: new RegExp(`${OVERVIEW.verifications}.*2件`) })
  expect(queue.getAttribute('href')).toBe('/admin/verification')
  for (const text of ['1,234', '67', '¥26,000', '月額プラン']) expect(screen.getByText(text)).toBeTruthy()
})

test('the first page tells what the server should have done by itself and has not', async () => {
  await show(<OverviewScreen admin={anAdmin()} online />)
  expect(await screen.findByText(OVERVIEW.workWell)).toBeTruthy()
  const planned = { last_run_at: null, failed_at: null, failure: null, began_at: null, is_slow: false }
  const work = [
    { ...planned, name: 'lapse_premium', last_run_at: NOW, failed_at: NOW, failure: 'deadlock detected' },
    { ...planned, name: 'newer_than_this' },
    { ...planned, name: 'open_transaction', began_at: NOW, is_slow: true },
  ]
  await show(
    <OverviewScreen admin={anAdmin({ overview: async () => ({ ...OVERVIEW_NUMBERS, work }) })} online />,
  )
  expect(await screen.findByText('プレミアムの期限切れ')).toBeTruthy()
  for (const text of [
    /deadlock detected/,
    /失敗しました.*2026\/11\/20/,
    /newer_than_this/,
    /遅れています.*まだ一度も/,
    /終わらない書き込み/,
    /時間がかかっています.*開始：2026\/11\/20/,
  ])
    expect(screen.getByText(text)).toBeTruthy()
})

test('everything of the timetable has a name for admins', () => {
  const timetable = readFileSync('supabase/migrations/20261123000900_timetable.sql', 'utf8')
  const names = [...timetable.matchAll(/^  \('(\w+)', '\d+ \w+', '/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  // No work, but what all devices wait for
  expect(Object.keys(WORK_NAMES).toSorted()).toEqual([...names, 'open_transaction'].toSorted())
})

describe('an admin without a second factor', () => {
  const needed = (lacks: () => Promise<boolean>) =>
    show(
      <SecondFactorNeeded admin={{ lacksSecondFactor: lacks }} online>
        <p>画面</p>
      </SecondFactorNeeded>,
    )

  test('is led to the settings', async () => {
    await needed(async () => true)
    expect(await screen.findByRole('heading', { name: COPY.factorNeeded })).toBeTruthy()
    expect(screen.getByRole('link', { name: COPY.factorSetUp }).getAttribute('href')).toBe(
      '/profile/settings',
    )
    expect(screen.queryByText('画面')).toBeNull()
  })

  test.each([
    ['who has one', async () => false],
    ['whom the server does not answer', () => Promise.reject(new Error('no answer'))],
  ])('%s sees the screen', async (_who, lacks) => {
    await needed(lacks)
    await waitFor(() => expect(screen.getByText('画面')).toBeTruthy())
    expect(screen.queryByRole('heading', { name: COPY.factorNeeded })).toBeNull()
  })
})

describe('people', () => {
  test('are searched, and nobody changes themselves', async () => {
    const admin = anAdmin()
    await show(<PeopleScreen admin={admin} online ownId={AYA.id} />)
    expect(await screen.findByText('mio@example.com')).toBeTruthy()
    expect(screen.queryByRole('button', { name: PEOPLE.demoteNamed('あや') })).toBeNull()
    fireEvent.change(screen.getByRole('searchbox', { name: PEOPLE.search }), { target: { value: ' mio ' } })
    await press(PEOPLE.submit)
    await waitFor(() => expect(admin.people).toHaveBeenLastCalledWith('mio', 1))
  })

  test('say so when nobody is found', async () => {
    await show(
      <PeopleScreen
        admin={anAdmin({ people: async () => ({ total: 0, people: [] }) })}
        online
        ownId={null}
      />,
    )
    expect(await screen.findByText(PEOPLE.empty)).toBeTruthy()
  })

  test('are suspended for a reason, and what was typed outlives a failure and a closed dialog', async () => {
    const admin = anAdmin()
    admin.suspend.mockResolvedValueOnce({ ok: false, code: 'offline' })
    await show(<PeopleScreen admin={admin} online ownId={AYA.id} />)
    await press(PEOPLE.suspendNamed('みお'))
    pressInDialog(PEOPLE.suspendYes)
    expect(within(dialog()).getByText(COPY.reasonMissing)).toBeTruthy()
    expect(admin.suspend).not.toHaveBeenCalled()
    type(COPY.reason, ' 迷惑行為 ')
    type(PEOPLE.until, '0')
    pressInDialog(PEOPLE.suspendYes)
    expect(await within(dialog()).findByText(FAILURES.offline)).toBeTruthy()
    pressInDialog(COPY.keep)
    await press(PEOPLE.suspendNamed('みお'))
    expect(within(dialog()).getByLabelText(COPY.reason)).toHaveProperty('value', ' 迷惑行為 ')
    pressInDialog(PEOPLE.suspendYes)
    expect((await screen.findAllByText(PEOPLE.suspendDone('みお'))).length).toBeGreaterThan(0)
    expect(admin.suspend).toHaveBeenLastCalledWith(MIO.id, null, '迷惑行為')
    expect(admin.people).toHaveBeenCalledTimes(2)
  })

  test('are let write again, and are made admins', async () => {
    const suspended = { ...MIO, suspension: { reason: '迷惑行為', ends_at: null, created_at: NOW } }
    const admin = anAdmin({ people: async () => ({ total: 2, people: [suspended, { ...MIO, id: 'x' }] }) })
    await show(<PeopleScreen admin={admin} online ownId={AYA.id} />)
    expect(await screen.findByText(/解除するまで/)).toBeTruthy()
    await press(PEOPLE.unsuspendNamed('みお'))
    await waitFor(() => expect(admin.unsuspend).toHaveBeenCalledWith(MIO.id))
    await press(PEOPLE.promoteNamed('みお'))
    type(COPY.reason, '担当')
    pressInDialog(PEOPLE.promoteYes)
    await waitFor(() => expect(admin.setRole).toHaveBeenCalledWith('x', 'admin', '担当'))
  })
})

describe('documents', () => {
  test('are opened once, leave no address behind, and are decided on in two steps', async () => {
    const made = vi.fn(() => 'blob:document')
    const revoked = vi.fn()
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: revoked }))
    const admin = anAdmin()
    await show(<VerificationsScreen admin={admin} online />)
    await press(VERIFICATIONS.openNamed('みお'))
    const link = await screen.findByRole('link', { name: VERIFICATIONS.pdf })
    expect(link.getAttribute('href')).toBe('blob:document')
    expect(dialog().textContent).toContain('1990/02/03')
    pressInDialog(VERIFICATIONS.approve)
    expect(admin.decideVerification).not.toHaveBeenCalled()
    pressInDialog(VERIFICATIONS.approve)
    await waitFor(() => expect(admin.decideVerification).toHaveBeenCalledWith('r1', true))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(revoked).toHaveBeenCalledWith('blob:document')
    expect(admin.document).toHaveBeenCalledTimes(1)
  })

  test('which correct a birth date say from what, and can be rejected', async () => {
    const changed = { ...REQUEST, told_birth_date: '1980-12-01' }
    const admin = anAdmin({ verifications: async () => ({ total: 1, requests: [changed] }) })
    await show(<VerificationsScreen admin={admin} online />)
    await press(VERIFICATIONS.openNamed('みお'))
    expect(dialog().textContent).toContain(VERIFICATIONS.corrects('1980/12/01'))
    pressInDialog(VERIFICATIONS.reject)
    pressInDialog(VERIFICATIONS.back)
    pressInDialog(VERIFICATIONS.reject)
    admin.decideVerification.mockResolvedValueOnce({ ok: false, code: 'already_decided' })
    pressInDialog(VERIFICATIONS.reject)
    expect(await within(dialog()).findByText(FAILURES.already_decided)).toBeTruthy()
  })

  test('one that cannot be read is said to be so', async () => {
    const document = () => Promise.reject(new Error('gone'))
    await show(<VerificationsScreen admin={anAdmin({ document })} online />)
    await press(VERIFICATIONS.openNamed('みお'))
    expect(await screen.findByText(VERIFICATIONS.unreadable)).toBeTruthy()
  })

  test('none waits', async () => {
    await show(
      <VerificationsScreen
        admin={anAdmin({ verifications: async () => ({ total: 0, requests: [] }) })}
        online
      />,
    )
    expect(await screen.findByText(VERIFICATIONS.empty)).toBeTruthy()
  })
})

describe('reports', () => {
  test('show what was said and what the person shows, and are decided on with a note', async () => {
    const admin = anAdmin()
    await show(<ReportsScreen admin={admin} online />)
    for (const text of ['ひどい言葉', 'こんにちは', '汚い言葉', REPORTS.reasons.harassment])
      expect(await screen.findByText(text)).toBeTruthy()
    await press(REPORTS.resolve)
    type(COPY.reason, '注意しました')
    pressInDialog(REPORTS.resolve)
    await waitFor(() => expect(admin.decideReport).toHaveBeenCalledWith('k|m', 'resolved', '注意しました'))
  })

  test('lead to hiding a comment and to a suspension, each with a text of its own', async () => {
    const admin = anAdmin()
    await show(<ReportsScreen admin={admin} online />)
    await press(REPORTS.hideNamed('海の動画'))
    type(COPY.reason, '暴言')
    pressInDialog(COPY.keep)
    await press(PEOPLE.suspendNamed('みお'))
    expect(within(dialog()).getByLabelText(COPY.reason)).toHaveProperty('value', '')
    type(COPY.reason, '暴言のため')
    pressInDialog(PEOPLE.suspendYes)
    await waitFor(() => expect(admin.suspend).toHaveBeenCalledWith(MIO.id, expect.any(String), '暴言のため'))
    await press(REPORTS.hideNamed('海の動画'))
    type(COPY.reason, '暴言')
    pressInDialog(REPORTS.hideYes)
    await waitFor(() => expect(admin.hideComment).toHaveBeenCalledWith('m|v', '暴言'))
  })

  test('that are gone leave the focus in their list, and say so where the list could not be read again', async () => {
    const reports = vi
      .fn<Admin['reports']>()
      .mockResolvedValueOnce({ total: 2, reports: [REPORT, { ...REPORT, id: 'other', body: '別の通報' }] })
      .mockRejectedValueOnce(new Error('server'))
      .mockResolvedValue({ total: 1, reports: [{ ...REPORT, id: 'other', body: '別の通報' }] })
    await show(<ReportsScreen admin={anAdmin({ reports })} online />)
    const [first] = await screen.findAllByRole('button', { name: REPORTS.resolve })
    first?.focus()
    fireEvent.click(first ?? document.body)
    type(COPY.reason, '済み')
    pressInDialog(REPORTS.resolve)
    expect(await screen.findByText(COPY.notRenewed)).toBeTruthy()
    first?.focus()
    await press(COPY.retry)
    await waitFor(() => expect(screen.queryByText('ひどい言葉')).toBeNull())
    await waitFor(() => expect(document.activeElement?.contains(screen.getByText('別の通報'))).toBe(true))
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  test('that are decided are found by their state', async () => {
    const admin = anAdmin({ reports: vi.fn(async () => ({ total: 0, reports: [] })) })
    await show(<ReportsScreen admin={admin} online />)
    fireEvent.click(await screen.findByRole('tab', { name: REPORTS.statuses.dismissed }))
    await waitFor(() => expect(admin.reports).toHaveBeenLastCalledWith('dismissed', 1))
    expect(await screen.findByText(REPORTS.empty)).toBeTruthy()
  })
})

describe('promotion', () => {
  test('a slot gets its name, place and price', async () => {
    const admin = anAdmin()
    await show(<PromotionScreen admin={admin} online />)
    await press(PROMOTION.editNamed('ホーム上段'))
    type(PROMOTION.price, '12.5')
    pressInDialog(PROMOTION.save)
    expect(within(dialog()).getByText(FAILURES.price_invalid)).toBeTruthy()
    type(PROMOTION.price, '1500')
    pressInDialog(PROMOTION.save)
    await waitFor(() => expect(admin.saveSlot).toHaveBeenCalledWith('s1', 'ホーム上段', 'home', 1500))
    await press(PROMOTION.add)
    type(PROMOTION.name, '検索上段')
    type(PROMOTION.place, 'search')
    type(PROMOTION.price, '800')
    pressInDialog(PROMOTION.save)
    await waitFor(() => expect(admin.saveSlot).toHaveBeenCalledWith(null, '検索上段', 'search', 800))
  })

  test('a booking is given back, whole or in part, never more than is left', async () => {
    const admin = anAdmin()
    await show(<PromotionScreen admin={admin} online />)
    await press(PROMOTION.refundNamed('ホーム上段', 'みお'))
    expect(within(dialog()).getByLabelText(PROMOTION.refundAmount)).toHaveProperty('value', '8000')
    type(PROMOTION.refundAmount, '8001')
    type(COPY.reason, '表示の不具合')
    pressInDialog(PROMOTION.refundYes)
    expect((await within(dialog()).findAllByText(FAILURES.amount_invalid)).length).toBeGreaterThan(0)
    expect(admin.refund).not.toHaveBeenCalled()
    type(PROMOTION.refundAmount, '\u202A１，０００円\u202C')
    pressInDialog(PROMOTION.refundYes)
    await waitFor(() => expect(admin.refund).toHaveBeenCalledWith('pi_1', 1000, '表示の不具合'))
  })

  test('what was not paid cannot be given back', async () => {
    const unpaid: AdminBooking = {
      ...BOOKING,
      status: 'pending',
      payment_status: 'processing',
      amount_refunded: 0,
    }
    await show(
      <PromotionScreen
        admin={anAdmin({ bookings: async () => ({ total: 1, bookings: [unpaid] }) })}
        online
      />,
    )
    expect(await screen.findByText('海の動画')).toBeTruthy()
    expect(screen.queryByRole('button', { name: PROMOTION.refundNamed('ホーム上段', 'みお') })).toBeNull()
  })
})

test('the log tells who did what to whom and why, and leads through its pages', async () => {
  const acts = vi.fn(async () => ({ total: 21, acts: [ACT] }))
  await show(<LogScreen admin={anAdmin({ acts })} online />)
  const table = await screen.findByRole('table')
  for (const text of ['あや', '利用停止', 'みお', '理由: 迷惑行為'])
    expect(within(table).getByText(text)).toBeTruthy()
  expect(screen.getByText(COPY.range(1, 20, 21))).toBeTruthy()
  await press(COPY.next)
  await waitFor(() => expect(acts).toHaveBeenLastCalledWith(2))
})

test('the log tells which refund was refused and why, and of which the end is not known', async () => {
  const refund: AdminAct = { ...ACT, act: 'refund', detail: { amount: 400 } }
  const acts = async () => ({
    total: 3,
    acts: [
      { ...refund, id: 'a1', outcome: 'refused' as const, answer: 'payment_disputed' },
      { ...refund, id: 'a2', outcome: 'begun' as const },
      { ...refund, id: 'a3', answer: 're_1' },
    ],
  })
  await show(<LogScreen admin={anAdmin({ acts })} online />)
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
  const details = rows.map((row) =>
    within(row)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  )
  expect(details).toEqual([
    ['¥400', LOG.notDone, FAILURES.payment_disputed],
    ['¥400', LOG.unsettled],
    ['¥400'],
  ])
})

describe('questions', () => {
  test('are answered by mail, and then said to be', async () => {
    const admin = anAdmin()
    admin.answerContact.mockResolvedValueOnce({ ok: false, code: 'contact_not_found' })
    await show(<ContactsScreen admin={admin} online />)
    expect(await screen.findByText('返金について')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'みお' }).getAttribute('href')).toBe(`/profile/${MIO.id}`)
    expect(
      screen.getByRole('link', { name: CONTACTS.mailTo('mio@example.com') }).getAttribute('href'),
    ).toMatch(/^mailto:mio%40example\.com\?subject=/)
    await press(CONTACTS.answer)
    expect(await screen.findByText(FAILURES.contact_not_found)).toBeTruthy()
    await press(CONTACTS.answer)
    expect((await screen.findAllByText(CONTACTS.answered)).length).toBeGreaterThan(0)
    expect(admin.answerContact).toHaveBeenLastCalledWith('c1')
    await waitFor(() => expect(admin.contacts).toHaveBeenCalledTimes(2))
  })

  test('of visitors lead to nobody, and those answered are listed apart', async () => {
    const admin = anAdmin()
    admin.contacts.mockImplementation(async (status) =>
      status === 'open'
        ? { total: 0, contacts: [] }
        : { total: 1, contacts: [{ ...CONTACT, user_id: null, username: null, answered_at: NOW }] },
    )
    await show(<ContactsScreen admin={admin} online />)
    expect(await screen.findByText(CONTACTS.empty)).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: CONTACTS.statuses.done }))
    expect(await screen.findByText(CONTACTS.visitor)).toBeTruthy()
    expect(screen.queryByRole('button', { name: CONTACTS.answer })).toBeNull()
    expect(admin.contacts).toHaveBeenLastCalledWith('done', 1)
  })
})

test('an admin stops an event once a reason is given; a refusal keeps what was typed', async () => {
  const stopEvent = vi
    .fn<Admin['stopEvent']>()
    .mockResolvedValueOnce({ ok: false, code: 'event_over' })
    .mockResolvedValueOnce({ ok: true })
  const onStopped = vi.fn()
  const event = { id: 'e1', title: '危ない集まり' }
  await show(<StopEvent admin={{ stopEvent }} online event={event} onStopped={onStopped} />)
  fireEvent.click(await screen.findByRole('button', { name: EVENTS.stop }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('危ない集まり')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: EVENTS.stopYes }))
  await dialog.findByText(FAILURES.reason_missing)
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(reason, { target: { value: '危険です' } })
  fireEvent.click(dialog.getByRole('button', { name: EVENTS.stopYes }))
  await dialog.findByText(FAILURES.event_over)
  expect(reason.value).toBe('危険です')
  expect(onStopped).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('button', { name: EVENTS.stopYes }))
  await waitFor(() => expect(onStopped).toHaveBeenCalledOnce())
  expect(stopEvent).toHaveBeenLastCalledWith('e1', '危険です')
})
