// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { AuthResult } from '#domain/account.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { AuthActions } from './auth-actions.ts'
import { CodeScreen } from './code-screen.tsx'
import { COPY } from './copy.ts'
import { LoginScreen } from './login-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'
import { SignupScreen } from './signup-screen.tsx'

const done: AuthResult = { ok: true, value: null }
const actions = (codeNeeded = false): AuthActions => ({
  signIn: () => Promise.resolve({ ok: true, value: { codeNeeded } }),
  signUp: () => Promise.resolve({ ok: true, value: { confirmationNeeded: false } }),
  requestPasswordReset: () => Promise.resolve(done),
  updatePassword: () => Promise.resolve(done),
  resendConfirmation: () => Promise.resolve(done),
})
const screenOf = { online: false, from: undefined }
const signup = (onDone = () => {}) => <SignupScreen {...screenOf} actions={actions()} onDone={onDone} />
const login = (codeNeeded = false, onDone = () => {}) => (
  <LoginScreen {...screenOf} actions={actions(codeNeeded)} onDone={onDone} />
)
const reset = (
  <ResetPasswordScreen actions={actions()} online recovering={false} linkError={false} onDone={() => {}} />
)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const EMAIL = 'hanako@example.com'

async function typeAll(): Promise<(next: ReactNode) => Promise<void>> {
  const { change } = await show(signup())
  type(COPY.username, 'はなこ')
  type(COPY.email, EMAIL)
  type(COPY.password, 'long-enough')
  return async (next) => {
    // As after a reload
    change(<p>elsewhere</p>)
    await screen.findByText('elsewhere')
    change(next)
  }
}

test('name and address stay over a reload and from form to form, the password nowhere', async () => {
  const goTo = await typeAll()
  await goTo(login())
  expect((await screen.findByLabelText<HTMLInputElement>(COPY.email)).value).toBe(EMAIL)
  await goTo(reset)
  await screen.findByText(COPY.resetLead)
  expect(field(COPY.email).value).toBe(EMAIL)
  await goTo(signup())
  await screen.findByText(COPY.signupLead)
  expect([COPY.username, COPY.email, COPY.password].map((label) => field(label).value)).toEqual([
    'はなこ',
    EMAIL,
    '',
  ])
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('long-enough')
})

test('whoever is signed up or in leaves nothing of it', async () => {
  const goTo = await typeAll()
  press(COPY.signupAction)
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  const onDone = vi.fn()
  await goTo(login(false, onDone))
  await screen.findByText(COPY.loginLead)
  type(COPY.email, EMAIL)
  type(COPY.password, 'long-enough')
  press(COPY.loginAction)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sessionStorage).toHaveLength(0)
})

test('while a code is due the address stays, until it is given', async () => {
  const goTo = await typeAll()
  await goTo(login(true))
  await screen.findByText(COPY.loginLead)
  type(COPY.password, 'long-enough')
  press(COPY.loginAction)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: COPY.loginAction })).toHaveProperty('disabled', false),
  )
  expect(sessionStorage).toHaveLength(1)
  const giveCode = () => Promise.resolve(done)
  await goTo(<CodeScreen email={EMAIL} online giveCode={giveCode} onDone={() => {}} onBack={() => {}} />)
  await screen.findByText(COPY.codeLead)
  type(COPY.code, '123456')
  press(COPY.codeAction)
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})
