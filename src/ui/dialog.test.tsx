// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

// jsdom knows the element but not what it does.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
})
afterEach(cleanup)

test('opens with its title as its name and asks to close by button, Escape and the ground behind', () => {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="ログアウト">
      <p>本文</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'ログアウト' })
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledTimes(3)
  fireEvent.click(screen.getByText('本文'))
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('closes when told to and keeps nothing of its content', () => {
  const { rerender } = render(
    <Dialog open onClose={() => {}} title="題">
      本文
    </Dialog>,
  )
  rerender(
    <Dialog open={false} onClose={() => {}} title="題">
      本文
    </Dialog>,
  )
  expect(document.querySelector('dialog')?.open).toBe(false)
  expect(screen.queryByText('本文')).toBeNull()
})
