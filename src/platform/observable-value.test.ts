import { expect, test } from 'vitest'
import { createValue, firstValue } from './observable-value.ts'

test('tells the present value, then each change once', () => {
  const value = createValue(1)
  const seen: number[] = []
  const { unsubscribe } = value.subscribe((next) => seen.push(next))
  value.set(2)
  value.set(2)
  unsubscribe()
  value.set(3)
  expect(seen).toEqual([1, 2])
  expect(value.read()).toBe(3)
})

test('waits for the first value that fits', async () => {
  const value = createValue<string | null>(null)
  const waiting = firstValue(value, (text): text is string => text !== null)
  value.set('ready')
  value.set('later')
  expect(await waiting).toBe('ready')
})
