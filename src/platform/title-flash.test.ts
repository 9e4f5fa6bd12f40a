// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flashTitle } from './title-flash.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.title = 'ホーム'
})
afterEach(() => vi.useRealTimers())

test('the title is another one for a while, and then the one before', () => {
  flashTitle('新しい通知', 3_000)
  expect(document.title).toBe('新しい通知')
  vi.advanceTimersByTime(3_000)
  expect(document.title).toBe('ホーム')
})

test('a second flash leads back to the page as well', () => {
  flashTitle('一つ目', 3_000)
  vi.advanceTimersByTime(2_000)
  flashTitle('二つ目', 3_000)
  vi.advanceTimersByTime(2_000)
  expect(document.title).toBe('二つ目')
  vi.advanceTimersByTime(1_000)
  expect(document.title).toBe('ホーム')
})

test('a page that is opened meanwhile keeps its title', () => {
  flashTitle('新しい通知', 3_000)
  document.title = '設定'
  vi.advanceTimersByTime(3_000)
  expect(document.title).toBe('設定')
})
