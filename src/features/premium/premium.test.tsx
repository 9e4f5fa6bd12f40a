// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentResult } from '#domain/payment-failure.ts'
import type { OwnSubscription, PremiumStatus, SubscriptionPlan } from '#domain/premium.ts'
import type { Loaded } from '#ui/use-loaded.ts'
import { show } from '../../../tests/support/screen.tsx'
import { BENEFITS } from './benefits.ts'
import { CancelScreen } from './cancel-screen.tsx'
import { ConfirmScreen } from './confirm-screen.tsx'
import { COPY } from './copy.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { ExpiredScreen } from './expired-screen.tsx'
import { ExtendScreen } from './extend-screen.tsx'
import { FaqScreen } from './faq-screen.tsx'
import { FeaturesScreen } from './features-screen.tsx'
import { PaidScreen } from './paid-screen.tsx'
import { SupportScreen } from './support-screen.tsx'
import { UpgradeScreen } from './upgrade-screen.tsx'

beforeAll(() => {
  // jsdom has no modal dialogs, and scrolls nowhere
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  Element.prototype.scrollIntoView = () => {}
})

const MONTHLY: SubscriptionPlan = {
  id: 'monthly',
  name: '月額プラン',
  months: 1,
  amount: 980,
  stripe_price_id: 'price_m',
}
const PLANS: SubscriptionPlan[] = [
  MONTHLY,
  { id: 'quarterly', name: '3か月プラン', months: 3, amount: 2_640, stripe_price_id: 'price_q' },
  { id: 'yearly', name: '年額プラン', months: 12, amount: 9_360, stripe_price_id: 'price_y' },
]
/** The 5th in Japan, still the 4th in Greenwich. */
const END = '2027-01-04T15:00:00Z'
const NEVER: PremiumStatus = { isActive: false, plan: null, expiresAt: null, daysRemaining: null }
const RUNNING: PremiumStatus = { isActive: true, plan: 'monthly', expiresAt: END, daysRemaining: 43 }
const SUBSCRIPTION: OwnSubscription = {
  stripe_subscription_id: 'sub_1',
  plan: 'monthly',
  status: 'active',
  current_period_end: END,
  cancel_at_period_end: false,
}

const reload = vi.fn<() => void>()
beforeEach(() => void reload.mockReset())
const loaded = <T,>(value: T): Loaded<T> => ({ value, asOf: 1, failed: false, looking: false, reload })
const loading: Loaded<never> = { value: null, asOf: null, failed: false, looking: false, reload }
const failed: Loaded<never> = { value: null, asOf: null, failed: true, looking: false, reload }
const offer = (status: PremiumStatus | null, subscription: OwnSubscription | null = null) =>
  loaded({ plans: PLANS, status, subscription })
const premium = (status: PremiumStatus | null, subscription: OwnSubscription | null = null) =>
  loaded({ status, subscription })
const UNKNOWN = { ...loading, value: { status: RUNNING, subscription: undefined } }
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }))
const hrefOf = (name: string | RegExp): string | null =>
  screen.getByRole('link', { name }).getAttribute('href')

describe('what cannot be shown', () => {
  test.each([
    [
      'the plans',
      (props: object) => <UpgradeScreen online offer={loading} onChoose={() => {}} {...props} />,
      'offer',
    ],
    [
      'the dashboard',
      (props: object) => <DashboardScreen online premium={loading} paid={false} {...props} />,
      'premium',
    ],
    ['the extension', (props: object) => <ExtendScreen online offer={loading} {...props} />, 'offer'],
    [
      'the end',
      (props: object) => (
        <CancelScreen online premium={loading} cancel={() => Promise.reject(new Error('x'))} {...props} />
      ),
      'premium',
    ],
    [
      'the end of what is not known yet',
      (props: object) => (
        <CancelScreen online premium={UNKNOWN} cancel={() => Promise.reject(new Error('x'))} {...props} />
      ),
      'premium',
    ],
  ])('%s is loading, without a connection, or failed', async (_, screenOf, source) => {
    const { change } = await show(screenOf({}))
    await screen.findByText(COPY.loading)
    change(screenOf({ online: false }))
    await screen.findByText(COPY.needsConnection)
    change(screenOf({ [source]: failed }))
    fireEvent.click(await screen.findByRole('button', { name: COPY.retry }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('the plans', () => {
  test('cost what the server says, and the one that saves most stands out', async () => {
    const onChoose = vi.fn<(id: string) => void>()
    await show(<UpgradeScreen online offer={offer(NEVER)} onChoose={onChoose} />)
    const prices = ['¥980', '¥2,640', '¥9,360']
    for (const price of prices) expect(screen.getByText(price)).toBeDefined()
    expect(screen.getByText('1か月あたり¥780')).toBeDefined()
    expect(screen.getByText('月額プランより10%お得')).toBeDefined()
    expect(screen.getByText('月額プランより20%お得')).toBeDefined()
    press('このプランを選ぶ: 年額プラン')
    expect(onChoose).toHaveBeenCalledWith('yearly')
  })

  test('are not offered to who has one that goes on', async () => {
    const { change } = await show(
      <UpgradeScreen online offer={offer(RUNNING, SUBSCRIPTION)} onChoose={() => {}} />,
    )
    await screen.findByText('プレミアムをご利用中です')
    expect(screen.getByText('2027年1月5日までご利用いただけます。')).toBeDefined()
    expect(screen.queryByText('このプランを選ぶ')).toBeNull()
    change(<UpgradeScreen online offer={offer({ ...RUNNING, daysRemaining: 7 })} onChoose={() => {}} />)
    await screen.findByRole('button', { name: 'このプランを選ぶ: 月額プラン' })
    change(<UpgradeScreen online offer={offer(null)} onChoose={() => {}} />)
    await screen.findByRole('button', { name: 'このプランを選ぶ: 月額プラン' })
  })
})

describe('the last look', () => {
  const look = (props: object = {}) => (
    <ConfirmScreen
      online
      plan={MONTHLY}
      legal={null}
      onContinue={() => {}}
      busy={false}
      failure={null}
      payment={null}
      onBack={() => {}}
      {...props}
    />
  )

  test('says all six that the law wants said, also beside the form', async () => {
    const { change } = await show(look({ legal: <a href="/legal/commerce">表記</a> }))
    const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
    const six = ['分量', '販売価格', '支払いの時期と方法', '提供時期', '申込みの期間', '申込みの撤回・解約']
    expect(terms()).toEqual(six)
    expect(screen.getByText(/^¥980（税込）／1か月/)).toBeDefined()
    expect(hrefOf('表記')).toBe('/legal/commerce')
    change(look({ payment: <p>form</p> }))
    await screen.findByText('form')
    expect(terms()).toEqual(six)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('leads on and back, says why it does not, and waits for a connection', async () => {
    const onContinue = vi.fn<() => void>()
    const onBack = vi.fn<() => void>()
    const { change } = await show(look({ onContinue, onBack }))
    press('お支払いへ進む')
    press('プランを選び直す')
    expect([onContinue, onBack].map((mock) => mock.mock.calls.length)).toEqual([1, 1])
    change(look({ failure: 'できませんでした' }))
    await screen.findByText('できませんでした')
    change(look({ online: false }))
    await screen.findByText('お支払いには接続が必要です。選んだプランは残しています。')
    expect(screen.getByRole('button', { name: 'お支払いへ進む' }).hasAttribute('disabled')).toBe(true)
  })

  test('what is paid is waited for, and what takes long is said to', async () => {
    const onLook = vi.fn<() => void>()
    const { change } = await show(<PaidScreen late={false} onLook={onLook} />)
    await screen.findByText('プレミアムを有効にしています。このままお待ちください。')
    change(<PaidScreen late onLook={onLook} />)
    await screen.findByText(/もう少し時間がかかります/)
    press('もう一度確かめる')
    expect(onLook).toHaveBeenCalledOnce()
  })
})

describe('premium that has ended', () => {
  test('says when, in Japanese, what it was good for, and the ways on', async () => {
    const { change } = await show(<ExpiredScreen expiresAt={END} />)
    await screen.findByText('2027年1月5日に有効期限が切れました。')
    for (const { name } of BENEFITS) expect(screen.getByText(name)).toBeDefined()
    expect(hrefOf('プレミアムを再開する')).toBe('/premium/upgrade')
    expect(hrefOf('ホームへ戻る')).toBe('/')
    expect(hrefOf('サポートに問い合わせる')).toBe('/support')
    change(<ExpiredScreen expiresAt={null} renewAt="/premium/extend" />)
    await screen.findByRole('link', { name: 'プレミアムを再開する' })
    expect(hrefOf('プレミアムを再開する')).toBe('/premium/extend')
    expect(screen.queryByText(/に有効期限が切れました/)).toBeNull()
  })
})

describe('the dashboard', () => {
  test.each<[string, OwnSubscription | null, string | RegExp]>([
    ['is renewed', SUBSCRIPTION, '2027年1月5日に自動で更新されます。'],
    [
      'was cancelled',
      { ...SUBSCRIPTION, cancel_at_period_end: true },
      '解約を受け付けています。2027年1月5日までご利用いただけます。',
    ],
    ['has no renewal', null, '自動更新はありません。2027年1月5日に終了します。'],
    [
      'could not be renewed',
      { ...SUBSCRIPTION, status: 'past_due' },
      /更新のお支払いを確認できませんでした。/,
    ],
  ])('says of one that %s what becomes of it', async (_, subscription, sentence) => {
    await show(<DashboardScreen online premium={premium(RUNNING, subscription)} paid={false} />)
    await screen.findByText(sentence)
    expect(screen.getByText('残り43日')).toBeDefined()
  })

  test('says nothing of the renewal before it is known, and lets one ask again', async () => {
    const { change } = await show(<DashboardScreen online premium={UNKNOWN} paid={false} />)
    await screen.findByText('残り43日')
    expect(screen.queryByText(/終了します|更新されます/)).toBeNull()
    expect(screen.getByText(COPY.loading)).toBeDefined()
    change(<DashboardScreen online premium={{ ...UNKNOWN, failed: true }} paid={false} />)
    await screen.findByText(COPY.loadFailed)
    press(COPY.retry)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('welcomes who has paid, and says when it is not fresh', async () => {
    const { change } = await show(<DashboardScreen online premium={premium(RUNNING)} paid />)
    await screen.findByText('お支払いが完了しました。プレミアムへようこそ。')
    change(<DashboardScreen online={false} premium={premium(RUNNING)} paid={false} />)
    await screen.findByText(COPY.stale)
    // Whether it is renewed is not known here
    expect(screen.queryByText(/終了します|更新されます/)).toBeNull()
    change(
      <DashboardScreen
        online
        premium={premium({ ...RUNNING, plan: 'standard', expiresAt: null })}
        paid={false}
      />,
    )
    await screen.findByText('期限なし')
    expect(screen.getByText('スタンダード')).toBeDefined()
  })
})

describe('the extension', () => {
  test.each<[string, PremiumStatus, OwnSubscription | null, string | RegExp, boolean]>([
    ['goes on by itself', RUNNING, SUBSCRIPTION, /2027年1月5日に自動で延長されます.*¥980/, false],
    [
      'was cancelled',
      RUNNING,
      { ...SUBSCRIPTION, cancel_at_period_end: true },
      /自動では延長されません/,
      false,
    ],
    ['could not be renewed', RUNNING, { ...SUBSCRIPTION, status: 'past_due' }, /確認できませんでした/, false],
    ['ends by itself, not soon', RUNNING, null, /終了の7日前から/, false],
    [
      'ends by itself, soon',
      { ...RUNNING, daysRemaining: 7 },
      null,
      /新しいプランをお申し込みいただけます/,
      true,
    ],
    ['has no end', { ...RUNNING, expiresAt: null, daysRemaining: null }, null, /期限のないプレミアム/, false],
  ])('of one that %s says how', async (_, status, subscription, sentence, buys) => {
    await show(<ExtendScreen online offer={offer(status, subscription)} />)
    await screen.findByText(sentence)
    expect(screen.queryByRole('link', { name: '新しいプランを選ぶ' }) !== null).toBe(buys)
  })
})

describe('the end', () => {
  const cancel = vi.fn<(id: string) => Promise<PaymentResult<{ currentPeriodEnd: string | null }>>>()
  const end = (subscription: OwnSubscription | null) => (
    <CancelScreen online premium={premium(RUNNING, subscription)} cancel={cancel} />
  )
  beforeEach(() => void cancel.mockReset())

  test('is asked about once more, may fail, and then says until when it lasts', async () => {
    cancel.mockResolvedValueOnce({ ok: false, failure: { code: 'server', sentence: 'だめでした' } })
    cancel.mockResolvedValueOnce({ ok: true, value: { currentPeriodEnd: END } })
    await show(end(SUBSCRIPTION))
    expect(screen.getByText(/2027年1月5日まではプレミアムをそのまま/)).toBeDefined()
    press('解約の手続きへ進む')
    const dialog = screen.getByRole('dialog', { name: 'プレミアムを解約しますか？' })
    expect(cancel).not.toHaveBeenCalled()
    fireEvent.click(within(dialog).getByRole('button', { name: '解約する' }))
    await within(dialog).findByText('だめでした')
    fireEvent.click(within(dialog).getByRole('button', { name: '解約する' }))
    await screen.findByRole('heading', { name: '解約を受け付けています' })
    expect(screen.getByText(/2027年1月5日までプレミアムをご利用いただけます。/)).toBeDefined()
    expect(cancel.mock.calls).toEqual([['sub_1'], ['sub_1']])
  })

  test('is nothing to ask about where there is none, or one already', async () => {
    const { change } = await show(end(null))
    await screen.findByText('自動更新の契約はありません。プレミアムは2027年1月5日に終了します。')
    change(end({ ...SUBSCRIPTION, cancel_at_period_end: true }))
    await screen.findByRole('heading', { name: '解約を受け付けています' })
    expect(screen.queryByRole('button', { name: '解約の手続きへ進む' })).toBeNull()
  })
})

describe('the pages beside', () => {
  test('compare free and premium by the limits there are', async () => {
    const { change } = await show(<FeaturesScreen isPremium={false} />)
    const row = (await screen.findByRole('rowheader', { name: 'マッチングの候補' })).closest('tr')
    expect(row?.textContent).toBe('マッチングの候補無料1日3人プレミアム1日10人')
    expect(screen.getByText('100件まで')).toBeDefined()
    expect(hrefOf('プランを見る')).toBe('/premium/upgrade')
    change(<FeaturesScreen isPremium />)
    await screen.findByRole('link', { name: 'プレミアムのホームへ' })
  })

  test('answer questions, and say whom to write to', async () => {
    const { change } = await show(<FaqScreen />)
    await screen.findByText('解約するとすぐに使えなくなりますか？')
    expect(hrefOf('サポートへお問い合わせください')).toBe('/premium/support')
    change(<SupportScreen />)
    await screen.findByRole('heading', { name: 'プレミアムサポート' })
    expect(hrefOf('メールを書く')).toMatch(/^mailto:premium-support@/)
  })
})
