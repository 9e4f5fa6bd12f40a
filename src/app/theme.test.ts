// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeTheme, currentTheme } from './theme.ts'

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

const shown = () => document.documentElement.dataset['theme']

test('the switch changes at once and is remembered, the page with the next frame, and of two presses the last counts', async () => {
  expect(currentTheme.read()).toBe('light')
  changeTheme('dark')
  expect(currentTheme.read()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(shown()).toBeUndefined()
  await vi.runAllTimersAsync()
  expect(shown()).toBe('dark')
  changeTheme('light')
  changeTheme('dark')
  changeTheme('light')
  await vi.runAllTimersAsync()
  expect(shown()).toBe('light')
  expect(currentTheme.read()).toBe('light')
})

test('what another tab chose is shown here', () => {
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect([shown(), currentTheme.read()]).toEqual(['dark', 'dark'])
})
