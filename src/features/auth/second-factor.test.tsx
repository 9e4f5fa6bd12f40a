// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AuthResult } from '#domain/account.ts'
import { show } from '../../../tests/support/screen.tsx'
import { CodeScreen } from './code-screen.tsx'
import { COPY, FAILURES, PROBLEMS } from './copy.ts'
import { SecondFactor } from './second-factor.tsx'

// jsdom has no dialogs
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

const done: AuthResult = { ok: true, value: null }
const wrong: AuthResult = { ok: false, code: 'wrong_code' }
const SETUP = {
  factorId: 'f1',
  secret: 'GEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/x',
  qrCode: 'data:image/svg+xml;utf-8,<svg/>',
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const code = () => screen.getByLabelText<HTMLInputElement>(COPY.code, { selector: 'input' })
const type = (value: string) => fireEvent.change(code(), { target: { value } })

describe('the code after the password', () => {
  const open = (giveCode: (code: string) => Promise<AuthResult>, online = true) => {
    const [onDone, onBack] = [vi.fn(), vi.fn()]
    const props = { email: 'hana@example.com', online, giveCode, onDone, onBack }
    return show(<CodeScreen {...props} />).then(() => ({ onDone, onBack }))
  }

  test('is taken however it was typed, by whatever the device offers', async () => {
    const giveCode = vi.fn(() => Promise.resolve(done))
    const { onDone } = await open(giveCode)
    await waitFor(() => expect(document.activeElement).toBe(code()))
    expect(code().inputMode).toBe('numeric')
    expect(code().getAttribute('autocomplete')).toBe('one-time-code')
    type('１２３　４５６')
    press(COPY.codeAction)
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(giveCode).toHaveBeenCalledExactlyOnceWith('123456')
  })

  test.each(['', '12345', '1234567', 'abcdef'])('%j is not asked about', async (typed) => {
    const giveCode = vi.fn(() => Promise.resolve(done))
    await open(giveCode)
    type(typed)
    press(COPY.codeAction)
    expect(await screen.findByText(PROBLEMS.code_missing)).toBeDefined()
    expect(giveCode).not.toHaveBeenCalled()
  })

  test('when wrong stays to be corrected, and there is a way back', async () => {
    const { onDone, onBack } = await open(() => Promise.resolve(wrong))
    type('123456')
    press(COPY.codeAction)
    expect(await screen.findByText(FAILURES.wrong_code)).toBeDefined()
    expect([code().value, onDone.mock.calls]).toEqual(['123456', []])
    press(COPY.codeBack)
    expect(onBack).toHaveBeenCalledOnce()
  })

  test('needs a connection, and says so', async () => {
    await open(vi.fn(), false)
    expect(screen.getByText(COPY.codeOffline).getAttribute('role')).toBe('alert')
  })
})

describe('in the settings', () => {
  const actions = (given: AuthResult = done) => ({
    beginSecondFactor: vi.fn(() => Promise.resolve({ ok: true, value: SETUP } as const)),
    confirmSecondFactor: vi.fn(() => Promise.resolve(given)),
    endSecondFactor: vi.fn(() => Promise.resolve(given)),
  })

  test('it is turned on with what the app takes in and its first code', async () => {
    const given = actions()
    await show(<SecondFactor since={undefined} online actions={given} />)
    expect(screen.getByText(COPY.factorOff)).toBeDefined()
    press(COPY.factorTurnOn)
    expect(screen.getByText(COPY.factorConsequence)).toBeDefined()
    press(COPY.factorBegin)
    expect(await screen.findByRole('img', { name: COPY.factorQr })).toHaveProperty('src', SETUP.qrCode)
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeDefined()
    expect(screen.getByRole('link', { name: COPY.factorOpenApp }).getAttribute('href')).toBe(SETUP.uri)
    type('123456')
    press(COPY.factorConfirm)
    await waitFor(() => expect(screen.queryByLabelText(COPY.code)).toBeNull())
    expect(given.confirmSecondFactor).toHaveBeenCalledExactlyOnceWith('f1', '123456')
  })

  test('a wrong first code leaves what is to be scanned and what was typed', async () => {
    await show(<SecondFactor since={undefined} online actions={actions(wrong)} />)
    press(COPY.factorTurnOn)
    press(COPY.factorBegin)
    await screen.findByRole('img', { name: COPY.factorQr })
    type('000000')
    press(COPY.factorConfirm)
    expect(await screen.findByText(FAILURES.wrong_code)).toBeDefined()
    expect([code().value, screen.getAllByRole('img').length]).toEqual(['000000', 1])
  })

  test('it tells since when it is on, and is turned off with a code', async () => {
    const given = actions()
    await show(<SecondFactor since="2026-11-20T03:00:00Z" online actions={given} />)
    expect(screen.getByText(COPY.factorSince('2026年11月20日'))).toBeDefined()
    press(COPY.factorTurnOff)
    press(COPY.factorEnd)
    expect(await screen.findByText(PROBLEMS.code_missing)).toBeDefined()
    type('654321')
    press(COPY.factorEnd)
    await waitFor(() => expect(given.endSecondFactor).toHaveBeenCalledExactlyOnceWith('654321'))
  })

  test.each([undefined, '2026-11-20T03:00:00Z'])(
    'since %s: without a connection it says so',
    async (since) => {
      await show(<SecondFactor since={since} online={false} actions={actions()} />)
      press(since === undefined ? COPY.factorTurnOn : COPY.factorTurnOff)
      expect(screen.getByText(COPY.factorOffline).getAttribute('role')).toBe('alert')
    },
  )
})
