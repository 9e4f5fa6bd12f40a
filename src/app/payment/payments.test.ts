import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '#domain/account.ts'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import { createValue } from '#platform/observable-value.ts'
import { RestFailure, type RestAnswer } from '../rest.ts'
import { intentOf, payments } from './payments.ts'

const ACCOUNT: Account = {
  userId: 'me',
  email: 'a@example.com',
  name: 'あん',
  avatarUrl: null,
  isPremium: false,
  isCreator: false,
}
const BOOKING = {
  id: 'b1',
  amount: 7_000,
  description: 'トップ 7日間',
  slotId: 's1',
  slotName: 'トップ',
  slotType: 'home',
  videoId: 'v1',
  videoTitle: '動画',
  duration: 7,
}

const request = vi.fn<typeof fetch>()
const report = vi.fn<(reached: boolean) => void>()
const rest = vi.fn<() => Promise<RestAnswer>>()
const token = vi.fn<() => Promise<string | null>>()
const account = createValue<Account | null>(ACCOUNT)

const money = payments({
  environment: () => Promise.resolve({ apiUrl: 'http://api', publishableKey: 'pk', thumbnailBase: '' }),
  connectivity: { online: createValue(true), report, stop: () => {} },
  rest,
  account,
  token,
  request,
})
const answers = (body: unknown, status = 200): void => {
  request.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  )
}
const breakingOff = (error: unknown) => new ReadableStream({ pull: (control) => control.error(error) })
const stored = (...rows: unknown[]): void => {
  rest.mockResolvedValueOnce({ body: rows, total: null, asOf: null })
}
const bodies = (): unknown[] =>
  request.mock.calls.map(([, init]) => (typeof init?.body === 'string' ? JSON.parse(init.body) : null))
const asked = (): unknown => bodies().at(-1)
const refusal = (sentence: string, code: string) => ({ ok: false, failure: { code, sentence } })

beforeEach(() => {
  for (const mock of [request, report, rest]) mock.mockReset()
  token.mockReset().mockResolvedValue('person')
  account.set(ACCOUNT)
})

describe('a call', () => {
  const check = () => money.checkStatus('pi_1')

  test('goes to the function with the person’s token', async () => {
    answers({ status: 'processing' })
    expect(await check()).toEqual({ ok: true, value: 'processing' })
    const [url, init] = request.mock.lastCall ?? []
    expect(url).toBe('http://api/functions/v1/create-payment-intent')
    expect(init?.method).toBe('POST')
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer person')
    expect(asked()).toEqual({ checkStatus: true, paymentIntentId: 'pi_1' })
    expect(report).toHaveBeenLastCalledWith(true)
  })

  test.each<[string, () => void, string, string]>([
    [
      'without a session',
      () => token.mockResolvedValue(null),
      '認証されていません。もう一度ログインしてください。',
      'signed_out',
    ],
    [
      'that nobody answers in time',
      () => request.mockRejectedValue(new DOMException('', 'TimeoutError')),
      'リクエストがタイムアウトしました（30000ms）',
      'timeout',
    ],
    [
      'without a connection',
      () => request.mockRejectedValue(new TypeError('')),
      'APIリクエスト中に予期しないエラーが発生しました',
      'offline',
    ],
    [
      'that breaks off',
      () => request.mockResolvedValue(new Response(breakingOff(new DOMException('', 'TimeoutError')))),
      'リクエストがタイムアウトしました（30000ms）',
      'timeout',
    ],
    [
      'without a token just now',
      () => token.mockRejectedValue(new TypeError('')),
      'APIリクエスト中に予期しないエラーが発生しました',
      'offline',
    ],
    [
      'answered by a page',
      () => answers('<html>', 502),
      'APIリクエストに失敗しました（502）: JSONではない応答です',
      'server',
    ],
    ['that fails without a word', () => answers({}, 500), 'APIリクエストに失敗しました（500）', 'server'],
    [
      'answered by something else',
      () => answers({ state: 1 }),
      'APIリクエスト中に予期しないエラーが発生しました',
      'server',
    ],
    [
      'refused in words',
      () => answers({ code: 'invalid', error: 'その支払いはできません' }, 400),
      'その支払いはできません',
      'invalid',
    ],
    [
      'refused by a code',
      () => answers({ code: 'rate_limited' }, 429),
      '操作が多すぎます。しばらくしてからもう一度お試しください。',
      'rate_limited',
    ],
    [
      'of somebody whose session ended',
      () => answers({ code: 'signed_out' }, 401),
      '認証されていません。もう一度ログインしてください。',
      'signed_out',
    ],
  ])('%s says so, as part of what was asked', async (_, happens, sentence, code) => {
    happens()
    expect(await check()).toEqual(refusal(`支払い状況の確認に失敗しました: ${sentence}`, code))
  })

  test('a refund is waited for longer, and its failure is answered', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    answers({ refundId: 're_1' })
    expect(await money.refund('pi_1', 980, '二重の支払い')).toEqual({ success: true, refundId: 're_1' })
    expect(asked()).toEqual({ refund: true, paymentIntentId: 'pi_1', amount: 980, reason: '二重の支払い' })
    expect(timeout).toHaveBeenLastCalledWith(60_000)
    request.mockRejectedValueOnce(new DOMException('', 'TimeoutError'))
    expect(await money.refund('pi_1', 980, '')).toEqual({
      success: false,
      code: 'timeout',
      error: '返金に失敗しました: リクエストがタイムアウトしました（60000ms）',
    })
  })
})

describe('a subscription', () => {
  const plan = { stripe_price_id: 'price_1' }

  test('is begun for one’s own customer, and ended and read by its id', async () => {
    answers({ customerId: 'cus_1' })
    answers({ subscriptionId: 'sub_1', clientSecret: 'pi_1_secret_x', status: 'incomplete' })
    expect(await money.subscribe(plan)).toMatchObject({ ok: true, value: { clientSecret: 'pi_1_secret_x' } })
    expect(bodies()).toEqual([
      { createCustomer: true, email: 'a@example.com', name: 'あん' },
      { customerId: 'cus_1', priceId: 'price_1', type: 'premium' },
    ])
    const ended = {
      subscriptionId: 'sub_1',
      cancelAtPeriodEnd: true,
      currentPeriodEnd: '2026-12-23T00:00:00Z',
    }
    answers(ended)
    expect(await money.cancelSubscription('sub_1')).toEqual({ ok: true, value: ended })
    expect(asked()).toEqual({ subscriptionId: 'sub_1', cancel: true })
    const facts = {
      hasActiveSubscription: true,
      subscriptionId: 'sub_1',
      plan: 'monthly',
      status: 'active',
      currentPeriodEnd: null,
      cancelAtPeriodEnd: true,
    }
    answers(facts)
    expect(await money.getSubscription('sub_1')).toEqual({ ok: true, value: facts })
  })

  test('says at which step it failed', async () => {
    answers({}, 500)
    const failed = 'APIリクエストに失敗しました（500）'
    expect(await money.subscribe(plan)).toEqual(refusal(`顧客IDの取得に失敗しました: ${failed}`, 'server'))
    answers({ customerId: 'cus_1' })
    answers({}, 500)
    expect(await money.subscribe(plan)).toEqual(
      refusal(`サブスクリプションの作成に失敗しました: ${failed}`, 'server'),
    )
    answers({}, 500)
    expect(await money.cancelSubscription('sub_1')).toEqual(
      refusal(`サブスクリプションの解約に失敗しました: ${failed}`, 'server'),
    )
    answers({}, 500)
    expect(await money.getSubscription('sub_1')).toEqual(
      refusal(`サブスクリプション情報の取得に失敗しました: ${failed}`, 'server'),
    )
  })
})

describe('the payment of a booking', () => {
  test('is asked for with what it is for', async () => {
    stored({ amount_paid: 7_000 })
    answers({ paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret_x' })
    expect(await money.createPromotionPayment({ ...BOOKING, extras: { campaign: '春' } })).toMatchObject({
      ok: true,
      value: { clientSecret: 'pi_1_secret_x' },
    })
    expect(asked()).toEqual({
      amount: 7_000,
      currency: 'jpy',
      type: 'promotion',
      bookingId: 'b1',
      description: 'トップ 7日間',
      metadata: {
        campaign: '春',
        booking_id: 'b1',
        user_id: 'me',
        slot_id: 's1',
        video_id: 'v1',
        video_title: '動画',
        slot_name: 'トップ',
        slot_type: 'home',
        duration: '7',
      },
    })
  })

  test.each<[string, () => void, Partial<typeof BOOKING>, string]>([
    ['of nobody', () => account.set(null), {}, '認証されていません。もう一度ログインしてください。'],
    ['without an amount', () => {}, { amount: 0 }, '金額と予約IDは必須です'],
    ['without a booking', () => {}, { id: '' }, '金額と予約IDは必須です'],
    ['of another', () => stored(), {}, '予約情報の確認に失敗しました'],
    [
      'that cannot be looked up',
      () => rest.mockRejectedValue(new RestFailure('offline')),
      {},
      '予約情報の確認に失敗しました',
    ],
    [
      'at another price',
      () => stored({ amount_paid: 1 }),
      {},
      '予約の金額が一致しません。管理者にお問い合わせください。',
    ],
  ])('%s is not asked for', async (_, happens, change, sentence) => {
    happens()
    const refused = await money.createPromotionPayment({ ...BOOKING, ...change })
    expect(refused).toMatchObject({ ok: false, failure: { sentence } })
    expect(request).not.toHaveBeenCalled()
  })

  test.each<[number, unknown, string]>([
    [404, { code: 'booking_not_found' }, '指定された予約が見つかりません'],
    [404, { code: 'slot_not_found' }, '関連する枠が見つかりません'],
    [404, { code: 'video_not_found' }, '関連する動画が見つかりません'],
    [404, { code: 'user_not_found' }, 'ユーザー情報の取得に失敗しました'],
    [400, { code: 'amount_mismatch' }, '金額が一致しません'],
    [200, { clientSecret: null }, '支払いの初期化に失敗しました。管理者にお問い合わせください。'],
    [500, { error: ERROR_SENTENCES.api_unexpected }, ERROR_SENTENCES.api_unexpected],
  ])('answered %i %o says why', async (status, body, sentence) => {
    stored({ amount_paid: 7_000 })
    answers(body, status)
    expect(await money.createPromotionPayment(BOOKING)).toMatchObject({ failure: { sentence } })
  })
})

test('a client secret names its payment', () => expect(intentOf('pi_1_secret_x')).toBe('pi_1'))
