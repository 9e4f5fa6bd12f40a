// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AuthResult } from '#domain/account.ts'
import { humanCheckPlace } from '#platform/human-check-place.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { AuthActions } from './auth-actions.ts'
import { COPY, FAILURES, PROBLEMS } from './copy.ts'
import { LoginScreen } from './login-screen.tsx'
import { SignupScreen } from './signup-screen.tsx'

const done: AuthResult = { ok: true, value: null }
function actions(answers: Partial<AuthActions> = {}): AuthActions {
  return {
    signIn: vi.fn(() => Promise.resolve({ ok: true, value: { codeNeeded: false } } as const)),
    signUp: vi.fn(() => Promise.resolve({ ok: true, value: { confirmationNeeded: false } } as const)),
    requestPasswordReset: vi.fn(() => Promise.resolve(done)),
    updatePassword: vi.fn(() => Promise.resolve(done)),
    resendConfirmation: vi.fn(() => Promise.resolve(done)),
    ...answers,
  }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('signing in', () => {
  test('asks for what is missing and sends nothing', async () => {
    const given = actions()
    await show(<LoginScreen actions={given} online from={undefined} onDone={vi.fn()} />)
    press(COPY.loginAction)
    expect(await screen.findByText(PROBLEMS.email_missing)).toBeTruthy()
    expect(screen.getByText(PROBLEMS.password_missing)).toBeTruthy()
    expect(given.signIn).not.toHaveBeenCalled()
  })

  test('says why it failed and keeps what was typed', async () => {
    const given = actions({ signIn: () => Promise.resolve({ ok: false, code: 'invalid_credentials' }) })
    const onDone = vi.fn()
    await show(<LoginScreen actions={given} online from={undefined} onDone={onDone} />)
    type(COPY.email, 'hanako@example.com')
    type(COPY.password, 'wrong-password')
    press(COPY.loginAction)
    expect(await screen.findByText(FAILURES.invalid_credentials)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(COPY.email).value).toBe('hanako@example.com')
    expect(onDone).not.toHaveBeenCalled()
  })

  test('shows the human check in the form that was sent', async () => {
    let form: HTMLFormElement | null = null
    const signIn: AuthActions['signIn'] = () => {
      form = humanCheckPlace().closest('form')
      return Promise.resolve({ ok: false, code: 'human_check_missing' })
    }
    await show(<LoginScreen actions={actions({ signIn })} online from={undefined} onDone={vi.fn()} />)
    type(COPY.email, 'hanako@example.com')
    type(COPY.password, 'a password')
    press(COPY.loginAction)
    expect((await screen.findByText(FAILURES.human_check_missing)).closest('form')).toBe(form)
    expect(form).not.toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(COPY.password, { selector: 'input' }).value).toBe(
      'a password',
    )
  })

  test('goes on when it succeeded, with the address as it is meant and the password untouched', async () => {
    const given = actions()
    const onDone = vi.fn()
    await show(<LoginScreen actions={given} online from={undefined} onDone={onDone} />)
    type(COPY.email, ' \u202Ahanako＠example\u200B.com\u202C ')
    type(COPY.password, ' spaced password ')
    press(COPY.loginAction)
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(given.signIn).toHaveBeenCalledWith('hanako@example.com', ' spaced password ')
  })

  test('does not go on where a code is still needed', async () => {
    const answer = { ok: true, value: { codeNeeded: true } } as const
    const given = actions({ signIn: vi.fn(() => Promise.resolve(answer)) })
    const onDone = vi.fn()
    await show(<LoginScreen actions={given} online from={undefined} onDone={onDone} />)
    type(COPY.email, 'hanako@example.com')
    type(COPY.password, 'long-enough')
    press(COPY.loginAction)
    await waitFor(() => expect(given.signIn).toHaveBeenCalledOnce())
    expect(onDone).not.toHaveBeenCalled()
  })

  test('offers another mail when the address is not confirmed yet', async () => {
    const given = actions({ signIn: () => Promise.resolve({ ok: false, code: 'email_not_confirmed' }) })
    await show(<LoginScreen actions={given} online from="/events/1" onDone={vi.fn()} />)
    type(COPY.email, 'hanako@example.com')
    type(COPY.password, 'long-enough')
    press(COPY.loginAction)
    expect(await screen.findByText(FAILURES.email_not_confirmed)).toBeTruthy()
    press(COPY.resend)
    await waitFor(() =>
      expect(given.resendConfirmation).toHaveBeenCalledWith('hanako@example.com', '/events/1'),
    )
  })

  test('says at once that it needs a connection', async () => {
    await show(<LoginScreen actions={actions()} online={false} from={undefined} onDone={vi.fn()} />)
    expect(screen.getByText(COPY.offline).getAttribute('role')).toBe('alert')
  })
})

describe('signing up', () => {
  test('tells to look into the mailbox when the address must be confirmed', async () => {
    const given = actions({
      signUp: vi.fn(() => Promise.resolve({ ok: true, value: { confirmationNeeded: true } } as const)),
    })
    const onDone = vi.fn()
    await show(<SignupScreen actions={given} online from="/events/1" onDone={onDone} />)
    type(COPY.username, 'はなこ')
    type(COPY.email, 'hanako@example.com')
    type(COPY.password, 'long-enough')
    press(COPY.signupAction)
    expect(await screen.findByText(COPY.confirmationTitle)).toBeTruthy()
    expect(given.signUp).toHaveBeenCalledWith(expect.objectContaining({ from: '/events/1' }))
    expect(onDone).not.toHaveBeenCalled()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    press(COPY.resend)
    await waitFor(() =>
      expect(given.resendConfirmation).toHaveBeenCalledWith('hanako@example.com', '/events/1'),
    )
    press(COPY.wrongAddress)
    expect(screen.getByLabelText<HTMLInputElement>(COPY.username).value).toBe('はなこ')
  })
})
