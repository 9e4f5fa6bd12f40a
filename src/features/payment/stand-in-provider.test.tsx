// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCard, spacedExpiry, spacedNumber } from './card.ts'
import { DECLINES } from './copy.ts'
import { openProvider } from './open-provider.ts'
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts'

beforeAll(() => {
  // jsdom has no modal dialogs
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

const request = vi.fn<typeof fetch>()
const answers = (body: unknown, status = 200): void => {
  request.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
const asked = (): [unknown, unknown][] =>
  request.mock.calls.map(([url, init]) => [
    url,
    init?.body instanceof URLSearchParams ? Object.fromEntries(init.body) : null,
  ])

let host: HTMLElement
let provider: PaymentProvider
beforeEach(async () => {
  request.mockReset()
  vi.stubGlobal('fetch', request)
  host = document.createElement('div')
  document.body.append(host)
  const account = { publishableKey: 'pk', standInUrl: 'http://stripe' }
  provider = await openProvider(() => Promise.resolve(account))()
  await act(() => provider.mount(host, 'pi_1_secret_x'))
})
afterEach(async () => {
  await act(() => Promise.resolve(provider.close()))
  host.remove()
  vi.unstubAllGlobals()
})

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
function type(number = '4242424242424242', expiry = '1230', cvc = '123'): void {
  fireEvent.change(field('カード番号'), { target: { value: number } })
  fireEvent.change(field('有効期限'), { target: { value: expiry } })
  fireEvent.change(field('セキュリティコード'), { target: { value: cvc } })
}
async function confirm(): Promise<PaymentOutcome> {
  let outcome: PaymentOutcome = { state: 'incomplete' }
  await act(async () => {
    outcome = await provider.confirm()
  })
  return outcome
}

describe('the stand-in', () => {
  test('is asked as Stripe.js asks Stripe', async () => {
    answers({ status: 'succeeded' })
    type()
    expect(field('カード番号').value).toBe('4242 4242 4242 4242')
    expect(await confirm()).toEqual({ state: 'succeeded' })
    expect(asked()).toEqual([
      [
        'http://stripe/v1/payment_intents/pi_1/confirm',
        {
          key: 'pk',
          client_secret: 'pi_1_secret_x',
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': '4242424242424242',
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2030',
          'payment_method_data[card][cvc]': '123',
        },
      ],
    ])
  })

  test('is asked nothing about a card that is none, which its fields say', async () => {
    type('4242', '1330', '1')
    expect(await confirm()).toEqual({ state: 'incomplete' })
    for (const said of ['カード番号を確かめてください。', '月 / 年の順に4桁で入力してください。'])
      expect(screen.getByText(said)).toBeDefined()
    expect(request).not.toHaveBeenCalled()
    answers({ status: 'processing' })
    type()
    expect(await confirm()).toEqual({ state: 'processing' })
    expect(screen.queryByText('カード番号を確かめてください。')).toBeNull()
  })

  test.each<[string, () => void, PaymentOutcome]>([
    [
      'declined',
      () =>
        answers(
          {
            error: {
              code: 'card_declined',
              decline_code: 'insufficient_funds',
              payment_intent: { status: 'requires_payment_method' },
            },
          },
          402,
        ),
      { state: 'failed', message: 'カードの残高が不足しています。別のカードをお試しください。' },
    ],
    ['refused without a word', () => answers({ error: {} }, 400), { state: 'failed', message: null }],
    ['refused by something else', () => answers('x', 500), { state: 'failed', message: null }],
    [
      'paid before',
      () => answers({ error: { code: 'x', payment_intent: { status: 'succeeded' } } }, 400),
      { state: 'succeeded' },
    ],
    [
      'somewhere else',
      () => answers({ status: 'requires_capture' }),
      { state: 'other', status: 'requires_capture' },
    ],
    ['out of reach', () => request.mockRejectedValueOnce(new TypeError('')), { state: 'unreachable' }],
  ])('that is %s says so, and the card stays typed', async (_, happens, outcome) => {
    happens()
    type()
    expect(await confirm()).toEqual(outcome)
    expect(field('カード番号').value).toBe('4242 4242 4242 4242')
  })

  test.each<[string, string, PaymentOutcome, string | null]>([
    ['認証する', 'succeeded', { state: 'succeeded' }, 'complete'],
    [
      '認証に失敗',
      'requires_payment_method',
      { state: 'failed', message: DECLINES['payment_intent_authentication_failure'] ?? '' },
      'fail',
    ],
    ['閉じる', '', { state: 'requires_action' }, null],
  ])('asks who the person is, who answers %s', async (button, status, outcome, told) => {
    answers({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    if (told !== null)
      answers({ status, last_payment_error: { code: 'payment_intent_authentication_failure' } })
    type()
    let came: PaymentOutcome | undefined
    const confirmed = provider.confirm().then((outcome_) => (came = outcome_))
    const dialog = await screen.findByRole('dialog', { name: 'カード会社による本人認証' })
    fireEvent.click(within(dialog).getByRole('button', { name: button }))
    await act(() => confirmed)
    expect(came).toEqual(outcome)
    await waitFor(() => expect(screen.queryByText('カード会社による本人認証')).toBeNull())
    expect(asked()[1]).toEqual(
      told === null
        ? undefined
        : [
            'http://stripe/v1/stand_in/three_d_secure/pi_1',
            { key: 'pk', client_secret: 'pi_1_secret_x', outcome: told },
          ],
    )
  })
})

test('where nothing can be paid there is no provider', async () => {
  await expect(openProvider(() => Promise.resolve(null))()).rejects.toThrow('takes no payments')
})

describe('a card', () => {
  test('is read as it is typed on any keyboard', () =>
    expect(readCard({ number: '４２４２ 4242-4242 4242', expiry: '１２／３０', cvc: '１２３' })).toEqual({
      card: { number: '4242424242424242', month: '12', year: '2030', cvc: '123' },
    }))

  test('is spaced while it is typed, and gives way when it is taken back', () => {
    expect(spacedNumber('42424')).toBe('4242 4')
    expect(spacedExpiry('12', '1')).toBe('12 / ')
    expect(spacedExpiry('12 / 3', '12 / ')).toBe('12 / 3')
    expect(spacedExpiry('12', '12 / ')).toBe('12')
  })
})
