// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AUTH_FAILURES } from '#domain/account.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { AccountActions } from './account-actions.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { COPY, FAILURES, PROBLEMS } from './copy.ts'

const EMAIL = 'hana@example.com'
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' }).value

describe('the password', () => {
  const open = (change: AccountActions['changePassword'], online = true, onClose = () => {}) =>
    show(<ChangePassword change={change} online={online} email={EMAIL} onClose={onClose} />)

  test('is changed against the one of now', async () => {
    const change = vi.fn<AccountActions['changePassword']>(() => Promise.resolve({ ok: true, value: null }))
    const onClose = vi.fn()
    await open(change, true, onClose)
    type(COPY.currentPassword, ' old ')
    type(COPY.newPassword, 'a new long one')
    press(COPY.newPasswordAction)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(change).toHaveBeenCalledExactlyOnceWith(' old ', 'a new long one')
    expect(screen.getAllByText(COPY.passwordChangedElsewhere)).not.toEqual([])
  })

  test('is not asked for at the server while one of the two is missing or short', async () => {
    const change = vi.fn<AccountActions['changePassword']>()
    await open(change)
    type(COPY.newPassword, '1234567')
    press(COPY.newPasswordAction)
    expect(await screen.findByText(PROBLEMS.password_missing)).toBeDefined()
    expect(screen.getByText(PROBLEMS.password_short)).toBeDefined()
    expect(change).not.toHaveBeenCalled()
  })

  test.each(AUTH_FAILURES)('refused for %s, it says so and what was typed stays', async (code) => {
    await open(() => Promise.resolve({ ok: false, code }))
    type(COPY.currentPassword, 'old')
    type(COPY.newPassword, 'a new long one')
    press(COPY.newPasswordAction)
    expect(await screen.findByText(FAILURES[code])).toBeDefined()
    expect([valueOf(COPY.currentPassword), valueOf(COPY.newPassword)]).toEqual(['old', 'a new long one'])
  })

  test('needs a connection, and says so', async () => {
    await open(vi.fn(), false)
    expect(screen.getByText(COPY.offline).getAttribute('role')).toBe('alert')
  })
})

describe('the address', () => {
  const open = (change: AccountActions['changeEmail'], onClose = () => {}) =>
    show(<ChangeEmail change={change} online email={EMAIL} onClose={onClose} />)

  test('waits for both mails, and the focus is where that is said', async () => {
    const change = vi.fn<AccountActions['changeEmail']>(() =>
      Promise.resolve({ ok: true, value: { confirmationNeeded: true } }),
    )
    await open(change)
    type(COPY.newEmail, ' hanako@example.com ')
    press(COPY.changeEmailAction)
    const said = await screen.findByText(COPY.emailChangeSent(EMAIL, 'hanako@example.com'))
    await waitFor(() => expect(document.activeElement).toBe(said))
    expect(change).toHaveBeenCalledExactlyOnceWith('hanako@example.com')
  })

  test('is done where the server asks for no confirmation', async () => {
    const onClose = vi.fn()
    await open(() => Promise.resolve({ ok: true, value: { confirmationNeeded: false } }), onClose)
    type(COPY.newEmail, 'hanako@example.com')
    press(COPY.changeEmailAction)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('must be another one', async () => {
    const change = vi.fn<AccountActions['changeEmail']>()
    await open(change)
    type(COPY.newEmail, 'HANA@example.com')
    press(COPY.changeEmailAction)
    expect(await screen.findByText(PROBLEMS.email_same)).toBeDefined()
    expect(change).not.toHaveBeenCalled()
  })

  test('that somebody has is refused, and stays typed', async () => {
    await open(() => Promise.resolve({ ok: false, code: 'user_already_exists' }))
    type(COPY.newEmail, 'taken@example.com')
    press(COPY.changeEmailAction)
    expect(await screen.findByText(FAILURES.user_already_exists)).toBeDefined()
    expect(valueOf(COPY.newEmail)).toBe('taken@example.com')
  })
})
