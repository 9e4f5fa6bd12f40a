// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentResult } from '#domain/payment-failure.ts'
import type { ReactNode } from 'react'
import { COPY, SAID } from './copy.ts'
import { PaymentForm, type PaymentFormProps } from './payment-form.tsx'
import { PaymentModal } from './payment-modal.tsx'
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts'

beforeAll(() => {
  // jsdom has no modal dialogs, and scrolls nowhere
  Element.prototype.scrollIntoView = () => {}
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const confirm = vi.fn<() => Promise<PaymentOutcome>>()
const checkStatus = vi.fn<() => Promise<PaymentResult<string>>>()
const onSucceeded = vi.fn<() => void>()
let closed = 0

/** Shows one field, as a provider would, and answers what `confirm` answers. */
const provider = (): PaymentProvider => ({
  mount(element) {
    const field = document.createElement('input')
    field.setAttribute('aria-label', 'カード')
    element.append(field)
    return Promise.resolve()
  },
  confirm,
  close: () => (closed += 1),
})
const openProvider = vi.fn<() => Promise<PaymentProvider>>()

beforeEach(() => {
  closed = 0
  for (const mock of [confirm, checkStatus, onSucceeded, openProvider]) mock.mockReset()
  openProvider.mockImplementation(() => Promise.resolve(provider()))
})

const form = (props: Partial<PaymentFormProps> = {}) => (
  <PaymentForm
    online
    amount={980}
    clientSecret="pi_1_secret_2"
    openProvider={openProvider}
    checkStatus={checkStatus}
    onSucceeded={onSucceeded}
    {...props}
  />
)
const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
/** Shows it and lets everything settle that takes no time. */
async function show(element: ReactNode): Promise<{ change: (next: ReactNode) => Promise<void> }> {
  const { rerender } = render(element)
  await pass(0)
  return {
    change: (next) => {
      rerender(next)
      return pass(0)
    },
  }
}
const card = (): HTMLInputElement => screen.getByLabelText('カード')
const payButton = (): HTMLElement => screen.getByRole('button', { name: /¥980を支払う$/ })
function pay(): Promise<void> {
  fireEvent.submit(screen.getByRole('form'))
  return pass(0)
}
const said = (text: string): void => expect(screen.getByRole('alert').textContent).toBe(text)

describe('a payment', () => {
  test('that succeeds is shown for a second, and then leads on', async () => {
    confirm.mockResolvedValue({ state: 'succeeded' })
    await show(form({ sentences: { done: 'できました' } }))
    await pay()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'できました' }))
    await pass(999)
    expect(onSucceeded).not.toHaveBeenCalled()
    await pass(1)
    expect(onSucceeded).toHaveBeenCalledOnce()
    cleanup()
    expect(closed).toBe(1)
  })

  test('in the dialog it is shown for two', async () => {
    confirm.mockResolvedValue({ state: 'succeeded' })
    const onClose = vi.fn<() => void>()
    const props = { online: true, amount: 980, clientSecret: 'pi_1_secret_2' }
    await show(<PaymentModal open {...props} {...{ openProvider, checkStatus, onSucceeded, onClose }} />)
    within(screen.getByRole('dialog', { name: COPY.title })).getByLabelText('カード')
    await pay()
    screen.getByText(COPY.done)
    await pass(1_999)
    expect(onSucceeded).not.toHaveBeenCalled()
    await pass(1)
    expect(onSucceeded).toHaveBeenCalledOnce()
  })

  test.each<[string, PaymentOutcome, string]>([
    ['is refused', { state: 'failed', message: 'カードが拒否されました。' }, 'カードが拒否されました。'],
    ['is refused without a word', { state: 'failed', message: null }, '支払い中にエラーが発生しました'],
    [
      'wants the person to prove who they are',
      { state: 'requires_action' },
      '追加の認証が必要です。もう一度支払いのボタンを押して、認証を済ませてください。',
    ],
    ['lacks something', { state: 'incomplete' }, COPY.incomplete],
    ['was not answered', { state: 'unreachable' }, COPY.unreachable],
    [
      'comes to something unknown',
      { state: 'other', status: 'requires_capture' },
      '予期しない応答です（状態: requires_capture）。管理者にお問い合わせください。',
    ],
  ])('that %s says so, keeps what was typed and can be tried again', async (_, outcome, sentence) => {
    confirm.mockResolvedValueOnce(outcome).mockResolvedValueOnce({ state: 'succeeded' })
    await show(form())
    fireEvent.change(card(), { target: { value: '4242' } })
    await pay()
    said(sentence)
    expect(card().value).toBe('4242')
    expect(openProvider).toHaveBeenCalledOnce()
    await pay()
    screen.getByText(COPY.done)
  })

  test('whose provider breaks says to try again or to ask', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    confirm.mockRejectedValueOnce(new Error('x'))
    await show(form())
    await pay()
    said('支払いの処理中に問題が発生しました。もう一度お試しいただくか、サポートにお問い合わせください。')
  })

  test('is confirmed once, however often the button is pressed', async () => {
    confirm.mockReturnValue(new Promise(() => {}))
    await show(form())
    await pay()
    await pay()
    expect(confirm).toHaveBeenCalledOnce()
    expect(payButton().getAttribute('aria-busy')).toBe('true')
  })
})

describe('a payment that takes its time', () => {
  test('is waited for: the server is asked less and less often, until it has come to something', async () => {
    confirm.mockResolvedValue({ state: 'processing' })
    checkStatus.mockResolvedValue({ ok: true, value: 'processing' })
    await show(form())
    await pay()
    screen.getByText('支払いを処理しています…しばらくお待ちください。')
    const asked: number[] = []
    for (const ms of [2_000, 4_000, 8_000, 15_000, 30_000, 30_000]) {
      await pass(ms - 1)
      asked.push(checkStatus.mock.calls.length)
      await pass(1)
    }
    expect(asked).toEqual([0, 1, 2, 3, 4, 5])
    checkStatus.mockResolvedValue({ ok: true, value: 'succeeded' })
    await pass(30_000)
    screen.getByText(COPY.done)
  })

  test('and is refused after all gives the fields back as they were', async () => {
    confirm.mockResolvedValue({ state: 'processing' })
    checkStatus.mockResolvedValue({ ok: true, value: 'requires_payment_method' })
    await show(form())
    fireEvent.change(card(), { target: { value: '4242' } })
    await pay()
    screen.getByText(SAID.processing)
    await pass(2_000)
    said(SAID.failed(null))
    expect(card().value).toBe('4242')
  })

  test('is not asked about without a connection, and a question without an answer ends nothing', async () => {
    confirm.mockResolvedValue({ state: 'processing' })
    checkStatus.mockResolvedValueOnce({ ok: false, failure: { code: 'server', sentence: 'x' } })
    checkStatus.mockResolvedValue({ ok: true, value: 'succeeded' })
    const { change } = await show(form())
    await pay()
    screen.getByText(SAID.processing)
    await change(form({ online: false }))
    screen.getByText(COPY.processingOffline)
    await pass(60_000)
    expect(checkStatus).not.toHaveBeenCalled()
    await change(form())
    await pass(2_000)
    screen.getByText(SAID.processing)
    await pass(4_000)
    screen.getByText(COPY.done)
  })
})

describe('the fields', () => {
  test('that cannot be shown say so, and can be tried again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    openProvider.mockRejectedValueOnce(new Error('x'))
    await show(form())
    said('支払いシステムの初期化に失敗しました。続く場合はサポートにお問い合わせください。')
    expect(payButton().hasAttribute('disabled')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: COPY.retry }))
    await pass(0)
    card()
    said('')
  })

  test('wait for a connection, and then stay without one', async () => {
    const { change } = await show(form({ online: false }))
    said(COPY.offline)
    expect(openProvider).not.toHaveBeenCalled()
    await change(form())
    fireEvent.change(card(), { target: { value: '4242' } })
    await change(form({ online: false }))
    said(COPY.offline)
    expect(card().value).toBe('4242')
    await pay()
    expect(confirm).not.toHaveBeenCalled()
    await change(form())
    confirm.mockResolvedValue({ state: 'unreachable' })
    await pay()
    await change(form({ online: false }))
    said(COPY.unreachable + COPY.offline)
  })
})
