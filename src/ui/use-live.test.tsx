// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import { useLive } from './use-live.ts'

function Shown({ source }: { source: BehaviorSubject<string> | null }) {
  return <p>{useLive(source, 'initial')}</p>
}

test('follows its source, lets go of it, and remembers its last value for the next time', () => {
  const source = new BehaviorSubject('first')
  const { unmount } = render(<Shown source={source} />)
  expect(screen.getByText('first')).toBeDefined()
  act(() => source.next('second'))
  expect(screen.getByText('second')).toBeDefined()
  unmount()
  expect(source.observed).toBe(false)
  render(<Shown source={source} />)
  expect(screen.getByText('second')).toBeDefined()
})

test('shows the initial value without a source', () => {
  render(<Shown source={null} />)
  expect(screen.getByText('initial')).toBeDefined()
})
