// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStableCallback } from './use-stable-callback.ts'

test('is one function, which does what the latest render said', () => {
  const given: string[] = []
  const { result, rerender } = renderHook(
    ({ mark }) => useStableCallback((value: number) => void given.push(`${mark} ${value}`)),
    { initialProps: { mark: 'a' } },
  )
  const first = result.current
  first(1)
  rerender({ mark: 'b' })
  expect(result.current).toBe(first)
  first(2)
  expect(given).toEqual(['a 1', 'b 2'])
})
