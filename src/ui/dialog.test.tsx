// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { afterPaint } from '#platform/after-paint.ts'
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
test('opens with its title as its name and asks to close by button, Escape and the ground behind', async () => {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="ログアウト">
      <p>本文</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'ログアウト' })
  for (const [times, ask] of [
    () => fireEvent.click(screen.getByRole('button', { name: '閉じる' })),
    () => fireEvent(dialog, new Event('cancel', { cancelable: true })),
    () => fireEvent.click(dialog),
  ].entries()) {
    ask()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(times + 1))
  }
  fireEvent.click(screen.getByText('本文'))
  await afterPaint()
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('asked to close it is out of sight at once and closed in the frame after; one that has a reason to stay comes back', async () => {
  function Stubborn({ stays }: { stays: boolean }) {
    const [open, setOpen] = useState(true)
    return (
      <Dialog open={open} onClose={() => setOpen(stays)} title="題">
        本文
      </Dialog>
    )
  }
  const ask = async (): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
    expect(screen.getByRole('dialog').hasAttribute('data-leaving')).toBe(true)
    expect(screen.queryByText('本文')).not.toBeNull()
    await afterPaint()
  }
  const { rerender } = render(<Stubborn stays />)
  await ask()
  expect(screen.getByRole('dialog').hasAttribute('data-leaving')).toBe(false)
  rerender(<Stubborn stays={false} />)
  await ask()
  expect(document.querySelector('dialog')?.open).toBe(false)
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
