// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/screen.tsx'
import { CHECK_CONTAINER, COPY } from './copy.ts'
import type { CheckState, PhoneAuth } from './phone-auth-port.ts'
import { PhoneForm } from './phone-form.tsx'

const TYPED = '090-1234-5678'
const PROJECT = { apiKey: 'k', authDomain: 'd', projectId: 'p' }
const SENTENCES = {
  phone_auth_not_ready: '認証が初期化されていません。環境変数を確認してください。',
  recaptcha_container_missing: 'IDが「recaptcha-container」のreCAPTCHAコンテナが見つかりません。',
  recaptcha_expired: 'reCAPTCHAの有効期限が切れました。ページを更新して、もう一度お試しください。',
  recaptcha_error: 'reCAPTCHAの検証中にエラーが発生しました',
  recaptcha_render_failed: 'reCAPTCHAの表示に失敗しました',
} as const
const CODES = ['phone_auth_not_ready', 'recaptcha_container_missing', 'recaptcha_render_failed'] as const

const project = () => Promise.resolve(PROJECT)

async function showForm(
  service: Pick<PhoneAuth, 'showCheck'> & Partial<PhoneAuth>,
  firebase: () => Promise<typeof PROJECT | null> = project,
) {
  const sendCode = vi.fn<PhoneAuth['sendCode']>(() => Promise.resolve(null))
  const auth: PhoneAuth = {
    sendCode,
    confirm: () => Promise.resolve({ ok: false, code: 'code_wrong' }),
    close: () => {},
    ...service,
  }
  const openPhoneAuth = () => Promise.resolve(auth)
  const record = () => Promise.resolve({ ok: true as const, points: 0 })
  const form = { online: true, firebase, openPhoneAuth, record, onVerified: () => {} }
  await show(<PhoneForm {...form} />)
  fireEvent.change(screen.getByLabelText(COPY.number), { target: { value: TYPED } })
  return { sendCode }
}
/** A check that is solved as soon as it is put up; `tell` says what becomes of it later. */
function aSolvedCheck() {
  let onChange: (state: CheckState) => void = () => {}
  const showCheck = vi.fn<PhoneAuth['showCheck']>((_, listener) => {
    onChange = listener
    listener('solved')
    return Promise.resolve(null)
  })
  return { showCheck, tell: (state: CheckState) => onChange(state) }
}

const form = () => within(screen.getByRole('form', { name: COPY.phoneTitle }))
const press = (name: string) => fireEvent.click(form().getByRole('button', { name }))
const isSolved = () =>
  waitFor(() => expect(document.getElementById(CHECK_CONTAINER)?.dataset['check']).toBe('solved'))
/** The sentence stands in the form and is announced, and the number stands where it was typed. */
async function isTold(code: keyof typeof SENTENCES): Promise<void> {
  const sentence = await form().findByText(SENTENCES[code])
  expect(sentence.role).toBe('alert')
  expect(sentence.parentElement?.className).not.toContain('sr-only')
  expect(form().getByLabelText(COPY.number)).toHaveProperty('value', TYPED)
}

afterEach(() => sessionStorage.clear())

describe('the human check', () => {
  test.each(CODES)(
    'that cannot be put up (%s) says why, no code is sent, and the number stays',
    async (code) => {
      const { sendCode } = await showForm({ showCheck: () => Promise.resolve(code) })
      await isTold(code)
      press(COPY.send)
      await waitFor(() =>
        expect(form().getByRole('button', { name: COPY.send })).toHaveProperty('disabled', false),
      )
      await isTold(code)
      expect(sendCode).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['expired', 'recaptcha_expired'],
    ['failed', 'recaptcha_error'],
  ] as const)('that %s says so, no code is sent, and the number stays', async (state, code) => {
    const { tell, showCheck } = aSolvedCheck()
    const { sendCode } = await showForm({ showCheck })
    await isSolved()
    act(() => tell(state))
    await isTold(code)
    press(COPY.send)
    await isTold(code)
    expect(sendCode).not.toHaveBeenCalled()
  })

  test('that expired and is solved again lets the code be sent, and the sentence goes', async () => {
    const { tell, showCheck } = aSolvedCheck()
    const { sendCode } = await showForm({ showCheck })
    await isSolved()
    act(() => tell('expired'))
    await isTold('recaptcha_expired')
    act(() => tell('solved'))
    await waitFor(() => expect(form().queryByText(SENTENCES.recaptcha_expired)).toBeNull())
    press(COPY.send)
    expect(await form().findByLabelText(COPY.code)).toBeDefined()
    expect(sendCode).toHaveBeenCalledExactlyOnceWith('+819012345678')
  })

  test('of a server without a project is not put up, and the number stays', async () => {
    const { showCheck } = aSolvedCheck()
    await showForm({ showCheck }, () => Promise.resolve(null))
    await isTold('phone_auth_not_ready')
    expect(showCheck).not.toHaveBeenCalled()
  })

  test.each([
    ['recaptcha_render_failed', 1],
    ['recaptcha_container_missing', 0],
    ['phone_auth_not_ready', 0],
  ] as const)('that failed with %s offers to load the page anew: %i', async (code, times) => {
    await showForm({ showCheck: () => Promise.resolve(code) })
    await isTold(code)
    expect(form().queryAllByRole('button', { name: COPY.reload })).toHaveLength(times)
  })
})

test.each(CODES)(
  'a code that is not sent for %s says so, the number stays, and a fresh check is put up',
  async (code) => {
    const { showCheck } = aSolvedCheck()
    await showForm({ showCheck, sendCode: () => Promise.resolve(code) })
    await isSolved()
    press(COPY.send)
    await isTold(code)
    expect(form().queryByLabelText(COPY.code)).toBeNull()
    await waitFor(() => expect(showCheck).toHaveBeenCalledTimes(2))
    await isTold(code)
  },
)

test('what is no number, and what is no code, is led back to', async () => {
  const { showCheck } = aSolvedCheck()
  const { sendCode } = await showForm({ showCheck })
  await isSolved()
  const number = form().getByLabelText(COPY.number)
  fireEvent.change(number, { target: { value: '090' } })
  press(COPY.send)
  expect(await form().findByText(COPY.numberBad)).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(sendCode).not.toHaveBeenCalled()
  fireEvent.change(number, { target: { value: TYPED } })
  press(COPY.send)
  const code = await form().findByLabelText(COPY.code)
  code.blur()
  press(COPY.confirm)
  expect(await form().findByText(COPY.codeBad)).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(code))
})

test('a code that is not taken says so in the form, and the code stays as typed', async () => {
  const { showCheck } = aSolvedCheck()
  const confirm = vi.fn<PhoneAuth['confirm']>(() =>
    Promise.resolve({ ok: false, code: 'phone_auth_not_ready' }),
  )
  await showForm({ showCheck, confirm })
  await isSolved()
  press(COPY.send)
  const field = await form().findByLabelText(COPY.code)
  fireEvent.change(field, { target: { value: '１２３ ４５６' } })
  press(COPY.confirm)
  expect(await form().findByText(SENTENCES.phone_auth_not_ready)).toBeDefined()
  expect(field).toHaveProperty('value', '１２３ ４５６')
  expect(confirm).toHaveBeenCalledExactlyOnceWith('123456')
})
