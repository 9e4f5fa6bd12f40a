// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toastList } from './toast-list.ts'
import { showToast, ToastRegion } from './toast.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastList.read()) dismissToast(id)
  cleanup()
  vi.useRealTimers()
})

const messages = () => toastList.read().map(({ message }) => message)

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
    showToast({ kind: 'blank', message: '削除しました', action: { label: '元に戻す', run } })
  })
  expect(screen.getByRole('alert').textContent).toBe('失敗しました')
  expect(screen.getByRole('status').textContent).toBe('削除しました')
  act(() => screen.getByRole('button', { name: '元に戻す' }).click())
  expect(run).toHaveBeenCalledOnce()
  expect(messages()).toEqual(['失敗しました'])
})
