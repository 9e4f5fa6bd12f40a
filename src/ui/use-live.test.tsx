// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { BehaviorSubject, defer, NEVER, Observable, of, startWith, throwError } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { areReadsFailing, askAgain } from '#platform/waits.ts'
import { useLive } from './use-live.ts'

function Shown({ source }: { source: Observable<string> | null }) {
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

describe('a source whose reading fails', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  /** Fails so many times before it says something. */
  const failing = (times: number) => {
    let reads = 0
    return {
      reads: () => reads,
      source: defer(() =>
        ++reads > times ? NEVER.pipe(startWith('read')) : throwError(() => new Error('the disk says no')),
      ),
    }
  }

  test('is read again by itself, and the failure is over then', async () => {
    const { source } = failing(3)
    render(<Shown source={source} />)
    expect(screen.getByText('initial')).toBeDefined()
    expect(areReadsFailing.read()).toBe(true)
    await pass(60_000)
    expect(screen.getByText('read')).toBeDefined()
    expect(areReadsFailing.read()).toBe(false)
  })

  test.each(['woken', 'person'] as const)('is read at once when it is asked for again: %s', async (by) => {
    const { source, reads } = failing(1)
    render(<Shown source={source} />)
    await act(async () => askAgain(by))
    expect(screen.getByText('read')).toBeDefined()
    await act(async () => askAgain(by))
    expect(reads()).toBe(2)
  })

  test('keeps what it said before it failed', async () => {
    let reads = 0
    const source = new Observable<string>((told) => {
      if (++reads === 1) told.next('first')
      told.error(new Error('the disk says no'))
    })
    render(<Shown source={source} />)
    await pass(60_000)
    expect(screen.getByText('first')).toBeDefined()
    expect(areReadsFailing.read()).toBe(true)
  })

  test('is not read any more, and fails no more, once nobody shows it', async () => {
    const { source, reads } = failing(1_000)
    const { unmount } = render(<Shown source={source} />)
    unmount()
    expect(areReadsFailing.read()).toBe(false)
    await pass(60_000)
    askAgain('person')
    expect(reads()).toBe(1)
  })

  test('holds up none of the others', async () => {
    const { source } = failing(1_000)
    render(
      <>
        <Shown source={source} />
        <Shown source={of('other')} />
      </>,
    )
    await pass(1_000)
    expect(screen.getByText('other')).toBeDefined()
    expect(areReadsFailing.read()).toBe(true)
  })
})
