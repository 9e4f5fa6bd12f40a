// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { SettingsScreen } from './settings-screen.tsx'

// jsdom has no dialogs
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

type Given = { newEmail?: string; onTheme?: (theme: 'light' | 'dark') => void; onSignOut?: () => void }
function settings(given: Given = {}) {
  return (
    <SettingsScreen
      email="hana@example.com"
      newEmail={given.newEmail}
      theme="light"
      onTheme={given.onTheme ?? vi.fn()}
      emailForm={(close) => <button onClick={close}>閉じて</button>}
      passwordForm={() => '新しいパスワードの欄'}
      secondFactor={<p>二段階の欄</p>}
      data={<p>書き出しの欄</p>}
      deletion={<p>削除の欄</p>}
      onSignOut={given.onSignOut ?? vi.fn()}
    />
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('everything of the account is reached from here', async () => {
  const onSignOut = vi.fn()
  await show(settings({ onSignOut }))
  expect(screen.getByText('hana@example.com')).toBeDefined()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/sync',
    '/profile/blocked',
  ])
  const given = ['二段階の欄', '書き出しの欄', '削除の欄'].map((text) => screen.getByText(text))
  expect(given).toHaveLength(3)
  press(COPY.signOut)
  expect(onSignOut).toHaveBeenCalledOnce()
})

test('the theme is chosen', async () => {
  const onTheme = vi.fn()
  await show(settings({ onTheme }))
  expect(screen.getByLabelText<HTMLInputElement>(COPY.light).checked).toBe(true)
  fireEvent.click(screen.getByLabelText(COPY.dark))
  expect(onTheme).toHaveBeenCalledExactlyOnceWith('dark')
})

test('a form opens beside what it changes and closes when it is done', async () => {
  await show(settings())
  expect(screen.queryByText('新しいパスワードの欄')).toBeNull()
  press(COPY.changePassword)
  expect(screen.getByText('新しいパスワードの欄')).toBeDefined()
  press(COPY.changeEmail)
  fireEvent.click(screen.getByText('閉じて'))
  expect(screen.queryByText('閉じて')).toBeNull()
})

test('an address that waits for its confirmation stands beside the one that counts', async () => {
  await show(settings({ newEmail: 'next@example.com' }))
  expect(screen.getByText('hana@example.com')).toBeDefined()
  expect(screen.getByText(COPY.newEmail('next@example.com'))).toBeDefined()
})
