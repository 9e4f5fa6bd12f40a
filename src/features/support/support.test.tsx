// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Contact, ContactFailure, ContactResult } from '#domain/contact.ts'
import type { SubscriptionPlan } from '#domain/premium.ts'
import type { Slot } from '#domain/promotions.ts'
import type { Seller } from '#domain/seller.ts'
import { versionsOf } from '#platform/drafts.ts'
import { returnDraft } from '#platform/open-draft.ts'
import type { Store } from '#sync/store.ts'
import type { Loaded } from '#ui/use-loaded.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { AboutScreen } from './about-screen.tsx'
import { ABOUT_COPY } from './about-copy.ts'
import type { Asker } from './asker.ts'
import { COMMERCE_COPY } from './commerce-copy.ts'
import { CommerceScreen } from './commerce-screen.tsx'
import { ContactScreen } from './contact-screen.tsx'
import { CONTACT_COPY as COPY, FAILURES, REPORT_COPY } from './copy.ts'
import { FaqScreen } from './faq-screen.tsx'
import { questions } from './faq-copy.ts'
import { HelpScreen } from './help-screen.tsx'
import { HELP_COPY, helpTopics } from './help-topics.ts'
import { ReportScreen } from './report-screen.tsx'

const MIO = { userId: 'mio', email: 'mio@example.com' }
const KEN = '0190a1b2-0000-7000-8000-000000000002'
const field = (name: RegExp | string): HTMLElement => screen.getByLabelText(name)
const type = (name: RegExp | string, value: string): boolean =>
  fireEvent.change(field(name), { target: { value } })
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const valueOf = (name: RegExp): unknown => Reflect.get(field(name), 'value')
const hrefOf = (name: string): string | null =>
  screen.getAllByRole('link', { name })[0]?.getAttribute('href') ?? null

/** What is sent, and the answers that it gets one after the other. */
function desk(...answers: ContactResult[]) {
  const sent: Contact[] = []
  const send = (contact: Contact): Promise<ContactResult> => {
    sent.push(contact)
    return Promise.resolve(answers.shift() ?? { ok: true })
  }
  return { sent, send }
}
const refused = (code: ContactFailure): ContactResult => ({ ok: false, code })

describe('asking', () => {
  const page = (asker: Asker, { send }: ReturnType<typeof desk>, online = true) => (
    <ContactScreen asker={asker} online={online} send={send} />
  )
  const fill = (): void => {
    type(/^メールアドレス/, ' guest@example.com ')
    type(COPY.kind, 'payment')
    type(/^内容/, ' 返金について ')
  }

  test('a visitor asks, is told where the answer goes, and can ask again', async () => {
    const { sent, send } = desk()
    await show(page(null, { sent, send }))
    press(COPY.send)
    for (const problem of [COPY.emailBad, COPY.kindMissing, COPY.messageMissing])
      expect(screen.getByText(problem)).toBeTruthy()
    expect(sent).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(field(/^メールアドレス/)))
    fill()
    press(COPY.send)
    await screen.findByText(COPY.doneBody('guest@example.com'))
    expect(sent).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: '',
        email: 'guest@example.com',
        kind: 'payment',
        message: '返金について',
      },
    ])
    await waitFor(() => expect(document.activeElement?.textContent).toBe(COPY.done))
    press(COPY.another)
    expect(valueOf(/^内容/)).toBe('')
    expect(document.title).toContain(COPY.title)
  })

  test('the address of a member is there already, once it is known who asks', async () => {
    const { change } = await show(page(undefined, desk()))
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
    change(page(MIO, desk()))
    await screen.findByLabelText(/^メールアドレス/)
    expect(valueOf(/^メールアドレス/)).toBe(MIO.email)
  })

  test('what was not answered is sent again as the same, what was changed as another', async () => {
    const { sent, send } = desk(refused('offline'), refused('too_many'))
    const { change } = await show(page(null, { sent, send }))
    fill()
    press(COPY.send)
    await screen.findByText(FAILURES.offline)
    // As after a reload
    change(<p>elsewhere</p>)
    await screen.findByText('elsewhere')
    change(page(null, { sent, send }))
    await screen.findByLabelText(/^内容/)
    expect(valueOf(/^内容/)).toBe(' 返金について ')
    press(COPY.send)
    await screen.findByText(FAILURES.too_many)
    type(/^内容/, '返金について、もう一度')
    press(COPY.send)
    await screen.findByText(COPY.done)
    const [first, second, third] = sent.map(({ id }) => id)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('without a connection it says so, sends nothing and keeps what was typed', async () => {
    const { sent, send } = desk()
    const { change } = await show(page(MIO, { sent, send }, false))
    fill()
    press(COPY.send)
    expect(screen.getByText(COPY.offline)).toBeTruthy()
    expect(sent).toEqual([])
    change(page(MIO, { sent, send }))
    await waitFor(() => expect(screen.queryByText(COPY.offline)).toBeNull())
    press(COPY.send)
    await screen.findByText(COPY.done)
    expect(sent).toHaveLength(1)
    expect(Object.keys(localStorage)).toEqual([])
  })

  test('what no database could keep is not sent', async () => {
    const { sent, send } = desk()
    await show(page(null, { sent, send }))
    fill()
    type(/^お名前/, 'み\0お')
    type(/^内容/, '返金\uD83Dについて\0')
    press(COPY.send)
    await screen.findByText(COPY.done)
    expect(sent).toMatchObject([{ name: 'みお', message: '返金\uFFFDについて' }])
  })

  test('what one member typed is not shown to another', async () => {
    const { change } = await show(page(MIO, desk()))
    type(/^内容/, '秘密')
    change(page({ userId: 'ken', email: 'ken@example.com' }, desk()))
    await waitFor(() => expect(valueOf(/^メールアドレス/)).toBe('ken@example.com'))
    expect(valueOf(/^内容/)).toBe('')
  })
})

describe('reporting', () => {
  const page = (asker: Asker, { send }: ReturnType<typeof desk>, store: Store | null, online = true) => (
    <ReportScreen asker={asker} store={store} online={online} send={send} />
  )
  const choose = (name: string, group: string): boolean =>
    fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name }))
  const fill = (subject: string, address: string): void => {
    choose(subject, REPORT_COPY.subject)
    type(/^ページのURL/, address)
    choose(REPORT_COPY.reasons.spam, REPORT_COPY.reason)
    type(/^くわしい内容/, '宣伝ばかりです')
  }

  test('a visitor reads how, and logs in to report', async () => {
    await show(page(null, desk(), null))
    expect(screen.getByText(REPORT_COPY.afterBody)).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
    expect(hrefOf(REPORT_COPY.toLogin)).toBe('/login?from=%2Freport')
  })

  test('a person is reported as from their profile, also without a connection', async () => {
    const store = await openTestStore()
    const { sent, send } = desk()
    await show(page(MIO, { sent, send }, store, false))
    fill(REPORT_COPY.subjects.person, '/video/abc')
    press(REPORT_COPY.send)
    expect(screen.getByText(REPORT_COPY.profileBad)).toBeTruthy()
    type(/^ページのURL/, `${location.origin}/profile/${KEN}`)
    type(/^くわしい内容/, '宣伝ばかり\0です')
    press(REPORT_COPY.send)
    await screen.findByText(REPORT_COPY.doneLocal)
    expect(sent).toEqual([])
    const [relation] = await store.collections.relations.find().exec()
    expect(relation?.toJSON()).toMatchObject({
      other_id: KEN,
      report_reason: 'spam',
      report_body: '宣伝ばかりです',
    })
    expect(versionsOf({ whose: 'mio', name: 'report' })).toEqual([])
  })

  test('anything else comes to us with its address and why', async () => {
    const { sent, send } = desk(refused('server'))
    await show(page(MIO, { sent, send }, null))
    press(REPORT_COPY.send)
    for (const problem of [REPORT_COPY.subjectMissing, REPORT_COPY.reasonMissing])
      expect(screen.getByText(problem)).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: REPORT_COPY.subjects.person })),
    )
    fill(REPORT_COPY.subjects.comment, 'https://elsewhere.example/video/abc')
    press(REPORT_COPY.send)
    expect(screen.getByText(REPORT_COPY.addressBad)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field(/^ページのURL/)))
    type(/^ページのURL/, `${location.origin}/video/abc`)
    press(REPORT_COPY.send)
    await screen.findByText(FAILURES.server)
    expect(valueOf(/^くわしい内容/)).toBe('宣伝ばかりです')
    press(REPORT_COPY.send)
    await screen.findByText(REPORT_COPY.doneBody)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual({
      id: sent[0]?.id,
      name: '',
      email: MIO.email,
      kind: 'report',
      message: '対象: 動画のコメント\nURL: /video/abc\n理由: 宣伝・勧誘などの迷惑行為\n\n宣伝ばかりです',
    })
  })

  test('a report that comes back with the account is not written over by the open form', async () => {
    await show(page(MIO, desk(), null))
    const text = JSON.stringify({ id: null, subject: '', address: '', reason: '', body: '封をした通報' })
    await act(async () => void returnDraft({ whose: 'mio', name: 'report' }, { text, at: 1, sending: null }))
    await waitFor(() => expect(valueOf(/^くわしい内容/)).toBe('封をした通報'))
    choose(REPORT_COPY.subjects.other, REPORT_COPY.subject)
    expect(versionsOf({ whose: 'mio', name: 'report' })[0]?.text).toContain('封をした通報')
  })

  test('while the data open, and without a connection, nothing is lost', async () => {
    const { sent, send } = desk()
    const { change } = await show(page(MIO, { sent, send }, null))
    fill(REPORT_COPY.subjects.person, `/profile/${KEN}`)
    press(REPORT_COPY.send)
    await screen.findByText(REPORT_COPY.notOpen)
    change(page(MIO, { sent, send }, null, false))
    choose(REPORT_COPY.subjects.other, REPORT_COPY.subject)
    press(REPORT_COPY.send)
    await screen.findByText(REPORT_COPY.offline)
    expect(sent).toEqual([])
    expect(versionsOf({ whose: 'mio', name: 'report' })[0]?.text).toContain('宣伝ばかりです')
  })
})

describe('pages to read', () => {
  test('help is searched by all the words, in whatever writing, and each topic has its anchor', async () => {
    await show(<HelpScreen />)
    for (const { id, title } of helpTopics()) {
      expect(document.getElementById(id)?.querySelector('h2')?.textContent).toBe(title)
      expect(hrefOf(title)).toBe(`/help#${id}`)
    }
    type(HELP_COPY.search, 'おふらいん　支払い')
    expect(screen.getByText(HELP_COPY.found(1))).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'オフラインで使う',
    ])
    type(HELP_COPY.search, '宇宙旅行')
    expect(screen.getByRole('heading', { name: HELP_COPY.none })).toBeTruthy()
    press(HELP_COPY.clear)
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(helpTopics().length)
  })

  test('help names the four states that a screen can show', () => {
    const states =
      helpTopics()
        .find(({ id }) => id === 'sync')
        ?.text.join('') ?? ''
    for (const state of ['端末に保存', '送信中', '保存済み', '要対応'])
      expect(states).toContain(`「${state}」:`)
  })

  test('questions open to their answers and lead on', async () => {
    await show(<FaqScreen />)
    for (const { question, answer } of questions())
      expect(screen.getByText(answer).closest('details')?.textContent).toContain(question)
    expect(hrefOf('お問い合わせ')).toBe('/contact')
  })

  test('about says what this is', async () => {
    await show(<AboutScreen />)
    for (const { title } of ABOUT_COPY.parts)
      expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(hrefOf(ABOUT_COPY.commerce)).toBe('/legal/commerce')
  })
})

describe('who sells what', () => {
  const UNTOLD: Seller = { name: null, representative: null, address: null, phone: null, email: null }
  const PLANS: SubscriptionPlan[] = [
    { id: 'yearly', name: '年額プラン', months: 12, amount: 9_360, stripe_price_id: 'price_y' },
  ]
  const SLOTS: Slot[] = [{ id: 'a', name: 'ホーム上段', type: 'home', pricePerDay: 1_200 }]
  const reload = vi.fn<() => void>()
  const loaded = <T,>(value: T | null, failed = false): Loaded<T> => ({
    value,
    asOf: null,
    failed,
    looking: false,
    reload,
  })
  const page = (
    facts: {
      seller?: Seller
      online?: boolean
      plans?: Loaded<SubscriptionPlan[]>
      slots?: Loaded<Slot[]>
    } = {},
  ) => (
    <CommerceScreen
      seller={facts.seller ?? UNTOLD}
      online={facts.online ?? true}
      plans={facts.plans ?? loaded(PLANS)}
      slots={facts.slots ?? loaded(SLOTS)}
      premiumTerms={{ deliveryBody: 'すぐに' }}
      bookingTerms={{ paymentDetail: '一括払い', expiryDetail: '30分', withdrawalDetail: '前まで全額' }}
    />
  )

  test('what is not told of the seller is told on request', async () => {
    const { change } = await show(page())
    expect(screen.getAllByText(COMMERCE_COPY.onRequest)).toHaveLength(4)
    expect(hrefOf('お問い合わせ')).toBe('/contact')
    const told: Seller = {
      name: '株式会社ミルトモ',
      representative: '海野みお',
      address: '東京都千代田区1-1',
      phone: '03-0000-0000',
      email: 'info@mirutomo.example',
    }
    change(page({ seller: told }))
    await screen.findByText('株式会社ミルトモ')
    for (const fact of Object.values(told)) expect(screen.getByText(fact ?? '')).toBeTruthy()
    expect(screen.queryByText(COMMERCE_COPY.onRequest)).toBeNull()
  })

  test('prices are those of the server, the terms those of the last look before paying', async () => {
    await show(page())
    for (const text of [
      '年額プラン ¥9,360／1年',
      'ホーム上段 1日 ¥1,200',
      'すぐに',
      '一括払い',
      '30分',
      '前まで全額',
    ])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText(/7日・14日・30日/)).toBeTruthy()
  })

  test('prices that cannot be read say why', async () => {
    const { change } = await show(page({ plans: loaded<SubscriptionPlan[]>(null) }))
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
    change(page({ plans: loaded<SubscriptionPlan[]>(null, true), slots: loaded<Slot[]>([]) }))
    await screen.findByText(COMMERCE_COPY.noPrices)
    press(COMMERCE_COPY.retry)
    expect(reload).toHaveBeenCalledOnce()
    change(page({ online: false, plans: loaded<SubscriptionPlan[]>(null, true) }))
    await screen.findByText(COMMERCE_COPY.offline)
  })
})
