// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissToast, dismissUndos, toastList } from './toast-list.ts'
import { showToast, ToastRegion } from './toast.tsx'
import { offerUndo } from './undo-toast.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastList.read()) dismissToast(id)
  cleanup()
  vi.useRealTimers()
})

const messages = () => toastList.read().map(({ message }) => message)
const action = { label: '見る', run: () => {} }
const offer = (message = '削除しました', undo = vi.fn(() => Promise.resolve<boolean | void>(undefined))) => {
  act(() => void offerUndo({ message, subject: message, undo }))
  return undo
}
const undoButton = () => screen.getByRole('button', { name: '元に戻す' })
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const settle = () => act(() => vi.advanceTimersByTimeAsync(0))

test('success stays 2 s, errors and the rest 4 s', () => {
  showToast({ kind: 'success', message: '保存しました' })
  showToast({ kind: 'error', message: '失敗しました' })
  showToast({ kind: 'blank', message: 'お知らせ' })
  vi.advanceTimersByTime(2_000)
  expect(messages()).toEqual(['失敗しました', 'お知らせ'])
  vi.advanceTimersByTime(2_000)
  expect(messages()).toEqual([])
})

test('at most 20 at once: the oldest gives way', () => {
  for (let index = 1; index <= 22; index++) showToast({ kind: 'blank', message: `${index}` })
  expect(messages()).toHaveLength(20)
  expect(messages()[0]).toBe('3')
})

test('errors are heard at once, the rest politely; an action runs and closes', () => {
  const run = vi.fn()
  render(<ToastRegion />)
  act(() => {
    showToast({ kind: 'error', message: '失敗しました' })
    showToast({ kind: 'blank', message: '削除しました', action: { label: '見る', run } })
  })
  expect(screen.getByRole('alert').textContent).toBe('失敗しました')
  expect(screen.getByRole('status').textContent).toBe('削除しました F8キーで「見る」に移動できます。')
  act(() => screen.getByRole('button', { name: '見る' }).click())
  expect(run).toHaveBeenCalledOnce()
  expect(messages()).toEqual(['失敗しました'])
})

describe('a toast with something to press', () => {
  test('stays 20 s, and as long again after somebody has looked at it', () => {
    render(<ToastRegion />)
    act(() => void showToast({ kind: 'success', message: '保存しました', action }))
    const list = screen.getByRole('list')
    pass(19_000)
    fireEvent.pointerEnter(list)
    pass(60_000)
    fireEvent.pointerLeave(list)
    pass(19_000)
    expect(messages()).toEqual(['保存しました'])
    pass(1_000)
    expect(messages()).toEqual([])
  })

  test('stays while it has the focus, and while nobody sees the page', () => {
    render(<ToastRegion />)
    act(() => void showToast({ kind: 'blank', message: '保存しました', action }))
    act(() => screen.getByRole('button', { name: '見る' }).focus())
    pass(60_000)
    expect(messages()).toEqual(['保存しました'])
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => screen.getByRole('button', { name: '見る' }).blur())
    pass(60_000)
    expect(messages()).toEqual(['保存しました'])
    visibility.mockRestore()
    fireEvent(document, new Event('visibilitychange'))
    pass(20_000)
    expect(messages()).toEqual([])
  })

  test('gives way to one about the same, and to a third', () => {
    showToast({ kind: 'blank', message: '一', subject: 'a', action })
    showToast({ kind: 'blank', message: '二', subject: 'b', action })
    showToast({ kind: 'blank', message: '三', subject: 'a', action })
    expect(messages()).toEqual(['二', '三'])
    showToast({ kind: 'blank', message: '四', action })
    showToast({ kind: 'blank', message: '五', action })
    showToast({ kind: 'blank', message: '告' })
    expect(messages()).toEqual(['四', '五', '告'])
  })

  test('is reached by F8 and left by Escape; the focus returns when it goes', () => {
    render(
      <>
        <button type="button">前</button>
        <ToastRegion />
      </>,
    )
    const before = screen.getByRole('button', { name: '前' })
    offer()
    before.focus()
    fireEvent.keyDown(before, { key: 'F8' })
    expect(document.activeElement).toBe(undoButton())
    fireEvent.keyDown(undoButton(), { key: 'Escape' })
    expect(document.activeElement).toBe(before)
    fireEvent.keyDown(before, { key: 'F8' })
    fireEvent.click(undoButton())
    expect(document.activeElement).toBe(before)
  })
})

describe('an undo', () => {
  test('says that it was done, that it came too late, or why it cannot be', async () => {
    render(<ToastRegion />)
    const outcomes: [boolean | string | void, string][] = [
      [undefined, '元に戻しました。'],
      [false, 'その後に変わっているため、元に戻せません。'],
      ['上限です。', '上限です。'],
    ]
    for (const [outcome, told] of outcomes) {
      act(() => void offerUndo({ message: '消しました', subject: 'a', undo: () => Promise.resolve(outcome) }))
      fireEvent.click(undoButton())
      await settle()
      // In the place of what was told of the same before
      expect(messages()).toEqual([told])
    }
  })

  test('that could not be stored is offered again', async () => {
    render(<ToastRegion />)
    const undo = vi.fn().mockRejectedValueOnce(new Error('QuotaExceededError')).mockResolvedValue(true)
    offer('消しました', undo)
    fireEvent.click(undoButton())
    await settle()
    expect(screen.getByRole('alert').textContent).toContain('端末に保存できませんでした')
    fireEvent.click(undoButton())
    await settle()
    expect(messages()).toEqual(['元に戻しました。'])
  })

  test('is done by Ctrl+Z, the newest first, but not where somebody writes', async () => {
    render(
      <>
        <textarea aria-label="本文" />
        <ToastRegion />
      </>,
    )
    const [first, second] = [offer('一'), offer('二')]
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true })
    expect(second).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    fireEvent.keyDown(document.body, { key: 'z', metaKey: true })
    expect(first).toHaveBeenCalledOnce()
    await settle()
  })

  test('is no longer offered to another person', () => {
    offer()
    showToast({ kind: 'blank', message: 'お知らせ' })
    dismissUndos()
    expect(messages()).toEqual(['お知らせ'])
  })
})
