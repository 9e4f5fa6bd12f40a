// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/screen.tsx'
import type { AuthActions } from './auth-actions.ts'
import { COPY, FAILURES, PROBLEMS } from './copy.ts'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const never = () => Promise.reject(new Error('not asked for here'))
const actions = (answers: Partial<AuthActions>): AuthActions => ({
  signIn: never,
  signUp: never,
  requestPasswordReset: never,
  updatePassword: never,
  resendConfirmation: never,
  ...answers,
})
type Facts = { recovering?: boolean; linkError?: boolean; email?: string; onDone?: () => void }
const reset = (answers: Partial<AuthActions>, facts: Facts = {}) => (
  <ResetPasswordScreen
    actions={actions(answers)}
    online
    recovering={facts.recovering ?? false}
    linkError={facts.linkError ?? false}
    email={facts.email}
    onDone={facts.onDone ?? (() => {})}
  />
)
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('asking for a link', () => {
  test('sends it, tells where to look, and leads on by the keyboard', async () => {
    const requestPasswordReset = vi.fn<AuthActions['requestPasswordReset']>(() =>
      Promise.resolve({ ok: true, value: null }),
    )
    await show(reset({ requestPasswordReset }))
    type(COPY.email, ' hanako@example.com ')
    press(COPY.resetAction)
    expect(await screen.findByText(COPY.resetSentBody('hanako@example.com'))).toBeDefined()
    expect(requestPasswordReset).toHaveBeenCalledExactlyOnceWith('hanako@example.com')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    press(COPY.otherAddress)
    expect(screen.getByLabelText<HTMLInputElement>(COPY.email).value).toBe('hanako@example.com')
  })

  test('says that a link was used or too old', async () => {
    await show(reset({}, { linkError: true }))
    expect(screen.getByText(COPY.resetLinkError).getAttribute('role')).toBe('alert')
  })
})

describe('setting a new password', () => {
  test('refuses a short one without asking the server', async () => {
    await show(reset({}, { recovering: true }))
    type(COPY.newPassword, '1234567')
    press(COPY.newPasswordAction)
    expect(await screen.findByText(PROBLEMS.password_short)).toBeDefined()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText(COPY.newPassword, { selector: 'input' })),
    )
  })

  test('goes on when it is set', async () => {
    const onDone = vi.fn()
    const updatePassword = vi.fn<AuthActions['updatePassword']>(() =>
      Promise.resolve({ ok: true, value: null }),
    )
    await show(reset({ updatePassword }, { recovering: true, email: 'hanako@example.com', onDone }))
    expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe(
      'hanako@example.com',
    )
    type(COPY.newPassword, 'a new long one')
    press(COPY.newPasswordAction)
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(updatePassword).toHaveBeenCalledExactlyOnceWith('a new long one')
  })

  test('says why it was refused and keeps what was typed', async () => {
    const updatePassword: AuthActions['updatePassword'] = () =>
      Promise.resolve({ ok: false, code: 'same_password' })
    await show(reset({ updatePassword }, { recovering: true }))
    type(COPY.newPassword, 'the same again')
    press(COPY.newPasswordAction)
    expect(await screen.findByText(FAILURES.same_password)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(COPY.newPassword, { selector: 'input' }).value).toBe(
      'the same again',
    )
  })
})
