// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/screen.tsx'
import type { AccountActions } from './account-actions.ts'
import { AccountDeletedScreen } from './account-deleted-screen.tsx'
import { COPY, DELETED, FAILURES, PROBLEMS } from './copy.ts'
import { DeleteAccount } from './delete-account.tsx'

// jsdom has no dialogs
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
const RECEIPT = {
  deleted_at: '2026-11-21T10:00:00.000Z',
  rows: { favorites: 1_200, sync_epochs: 3, touched_videos: 4 },
  files: 2,
}
async function open(remove: AccountActions['deleteAccount'], online = true, asksCode = false) {
  const onDeleted = vi.fn(() => Promise.resolve())
  await show(
    <DeleteAccount
      remove={remove}
      online={online}
      asksCode={asksCode}
      email="hana@example.com"
      onDeleted={onDeleted}
    />,
  )
  press(COPY.deleteOpen)
  return onDeleted
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('nothing is asked of the server before password and word are there', async () => {
  const remove = vi.fn<AccountActions['deleteAccount']>()
  await open(remove)
  for (const consequence of COPY.deleteConsequences) expect(screen.getByText(consequence)).toBeDefined()
  type(COPY.deleteWordLabel, 'さくじょ')
  press(COPY.deleteAction)
  expect(await screen.findByText(PROBLEMS.password_missing)).toBeDefined()
  expect(screen.getByText(PROBLEMS.word_missing)).toBeDefined()
  expect(remove).not.toHaveBeenCalled()
})

test('a password alone does not do', async () => {
  const remove = vi.fn<AccountActions['deleteAccount']>()
  await open(remove)
  type(COPY.currentPassword, 'right')
  press(COPY.deleteAction)
  expect(await screen.findByText(PROBLEMS.word_missing)).toBeDefined()
  expect(remove).not.toHaveBeenCalled()
})

test('with both, the receipt is handed on', async () => {
  const remove = vi.fn<AccountActions['deleteAccount']>(() => Promise.resolve({ ok: true, value: RECEIPT }))
  const onDeleted = await open(remove)
  type(COPY.currentPassword, ' spaced ')
  type(COPY.deleteWordLabel, ' 削除 ')
  press(COPY.deleteAction)
  await waitFor(() => expect(onDeleted).toHaveBeenCalledExactlyOnceWith(RECEIPT))
  expect(remove).toHaveBeenCalledExactlyOnceWith({ password: ' spaced ', code: '' })
})

test('a wrong password keeps everything, also what was typed', async () => {
  const onDeleted = await open(() => Promise.resolve({ ok: false, code: 'wrong_password' }))
  type(COPY.currentPassword, 'guess')
  type(COPY.deleteWordLabel, COPY.deleteWord)
  press(COPY.deleteAction)
  expect(await screen.findByText(FAILURES.wrong_password)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(COPY.deleteWordLabel).value).toBe(COPY.deleteWord)
  expect(onDeleted).not.toHaveBeenCalled()
})

test('where a second factor is on, its code is asked for too, and all that was typed stays', async () => {
  const remove = vi.fn<AccountActions['deleteAccount']>(({ code }) =>
    Promise.resolve(code === '' ? { ok: false, code: 'code_needed' } : { ok: true, value: RECEIPT }),
  )
  const onDeleted = await open(remove)
  type(COPY.currentPassword, 'right')
  type(COPY.deleteWordLabel, COPY.deleteWord)
  expect(screen.queryByLabelText(COPY.code)).toBeNull()
  press(COPY.deleteAction)
  expect(await screen.findByText(FAILURES.code_needed)).toBeDefined()
  type(COPY.code, '１２３ ４５６')
  press(COPY.deleteAction)
  await waitFor(() => expect(onDeleted).toHaveBeenCalledExactlyOnceWith(RECEIPT))
  expect(remove).toHaveBeenLastCalledWith({ password: 'right', code: '123456' })
})

test('where this device knows of the second factor, the code is asked for at once', async () => {
  const remove = vi.fn<AccountActions['deleteAccount']>()
  await open(remove, true, true)
  type(COPY.currentPassword, 'right')
  type(COPY.deleteWordLabel, COPY.deleteWord)
  press(COPY.deleteAction)
  expect(await screen.findByText(PROBLEMS.code_missing)).toBeDefined()
  expect(remove).not.toHaveBeenCalled()
})

test('without a connection it says that it needs one', async () => {
  await open(vi.fn(), false)
  expect(screen.getByText(COPY.deleteOffline).getAttribute('role')).toBe('alert')
})

test('the receipt names what people know and adds up the rest', async () => {
  await show(<AccountDeletedScreen receipt={RECEIPT} />)
  const numbers = screen.getAllByRole('definition').map((cell) => cell.textContent)
  const names = screen.getAllByRole('term').map((cell) => cell.textContent)
  expect(names).toEqual([DELETED['favorites'], COPY.deletedOther, COPY.deletedFiles])
  expect(numbers).toEqual(['1,200件', '7件', '2件'])
})

test('of an account that had gone before there is nothing to list', async () => {
  await show(<AccountDeletedScreen receipt={{ deleted_at: null, rows: {}, files: 0 }} />)
  expect(screen.getByText(COPY.deletedBefore)).toBeDefined()
  expect(screen.queryByText(COPY.deletedFiles)).toBeNull()
})
