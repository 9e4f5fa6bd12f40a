// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { liveStart } from './live-start.ts'

test('a start that was read stays while more of it is read, and is none of another owner', () => {
  const told = new Map<string, Subject<number[]>>()
  const useStart = liveStart((owner: { name: string }, limit) => {
    const source = new Subject<number[]>()
    told.set(`${owner.name} ${limit}`, source)
    return source
  })
  const [anna, ben] = [{ name: 'anna' }, { name: 'ben' }]
  const { result, rerender } = renderHook(({ owner, limit }) => useStart(owner, limit), {
    initialProps: { owner: anna, limit: 1 },
  })
  expect(result.current).toBeUndefined()
  act(() => told.get('anna 1')?.next([1]))
  expect(result.current).toEqual([1])
  rerender({ owner: anna, limit: 2 })
  expect(result.current).toEqual([1])
  act(() => told.get('anna 2')?.next([1, 2]))
  expect(result.current).toEqual([1, 2])
  rerender({ owner: ben, limit: 2 })
  expect(result.current).toBeUndefined()
})
