// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { askAgain } from '#platform/waits.ts'
import { useLoaded, type Ask, type Kept } from './use-loaded.ts'

const ask = <T,>(fresh: () => Promise<T>, kept: () => Promise<Kept<T> | null>): Ask<T> =>
  Object.assign(fresh, { kept })
const show = (first: Ask<string>, isOnline: boolean) =>
  renderHook(({ question, online }) => useLoaded(question, online), {
    initialProps: { question: first, online: isOnline },
  })

test('what is kept is shown at once with its age, and gives way to what the server says', async () => {
  const answer = Promise.withResolvers<string>()
  const { result } = show(
    ask(
      () => answer.promise,
      () => Promise.resolve({ value: 'old', asOf: 5 }),
    ),
    true,
  )
  await waitFor(() => expect(result.current).toMatchObject({ value: 'old', asOf: 5, failed: false }))
  await act(async () => answer.resolve('new'))
  expect(result.current.value).toBe('new')
  expect(result.current.asOf).toBeGreaterThan(5)
})

test('what is kept comes too late for what the server has said', async () => {
  const kept = Promise.withResolvers<Kept<string>>()
  const { result } = show(
    ask(
      () => Promise.resolve('new'),
      () => kept.promise,
    ),
    true,
  )
  await waitFor(() => expect(result.current.value).toBe('new'))
  await act(async () => kept.resolve({ value: 'old', asOf: 5 }))
  expect(result.current.value).toBe('new')
})

test('without a connection nobody is asked before it comes back, and a failure takes nothing away', async () => {
  let asked = 0
  const question = ask(
    () => (asked++ === 0 ? Promise.reject(new Error('down')) : Promise.resolve('new')),
    () => Promise.resolve({ value: 'old', asOf: 5 }),
  )
  const { result, rerender } = show(question, false)
  await waitFor(() => expect(result.current.value).toBe('old'))
  expect(asked).toBe(0)
  rerender({ question, online: true })
  await waitFor(() => expect(result.current).toMatchObject({ value: 'old', failed: true }))
  act(() => result.current.reload())
  await waitFor(() => expect(result.current).toMatchObject({ value: 'new', failed: false }))
})

test('the answer to another question stands only until there is a connection to ask this one', async () => {
  const first: Ask<string> = () => Promise.resolve('first')
  const second: Ask<string> = () => new Promise(() => {})
  const { result, rerender } = show(first, true)
  await waitFor(() => expect(result.current.value).toBe('first'))
  rerender({ question: second, online: true })
  expect(result.current.value).toBe('first')
  rerender({ question: second, online: false })
  expect(result.current).toMatchObject({ value: null, asOf: null })
})

test('what is kept is looked for, whatever comes of it, and again for another question', async () => {
  const kept = Promise.withResolvers<Kept<string> | null>()
  const none = (look: () => Promise<Kept<string> | null>) => ask(() => new Promise<string>(() => {}), look)
  const first = none(() => kept.promise)
  const { result, rerender } = show(first, false)
  expect(result.current).toMatchObject({ value: null, looking: true })
  await act(async () => kept.resolve(null))
  expect(result.current).toMatchObject({ value: null, looking: false })
  const second = none(() => Promise.reject(new Error('the device does not say')))
  rerender({ question: second, online: false })
  expect(result.current.looking).toBe(true)
  await waitFor(() => expect(result.current.looking).toBe(false))
  rerender({ question: () => new Promise(() => {}), online: false })
  expect(result.current.looking).toBe(false)
})

test('what failed is asked again when the page wakes, and what is not answered when the person says so', async () => {
  const answers = [Promise.withResolvers<string>()]
  const question: Ask<string> = () => answers.at(-1)?.promise ?? Promise.reject(new Error('not asked'))
  const { result } = show(question, true)
  answers.push(Promise.withResolvers())
  act(() => askAgain('woken'))
  await act(async () => answers[1]?.resolve('nobody asked'))
  expect(result.current.value).toBeNull()
  answers.push(Promise.withResolvers())
  act(() => askAgain('person'))
  await act(async () => answers[2]?.reject(new Error('down')))
  expect(result.current.failed).toBe(true)
  answers.push(Promise.withResolvers())
  act(() => askAgain('woken'))
  await act(async () => answers[3]?.resolve('answered'))
  expect(result.current).toMatchObject({ value: 'answered', failed: false })
})

describe('useLoaded without the answer before', () => {
  test('one that comes late is none to what is asked now', async () => {
    const answers = new Map<string, (value: string) => void>()
    const question = (name: string) => () =>
      new Promise<string>((resolve) => answers.set(name, (value) => resolve(value)))
    const answer = (name: string) => act(async () => answers.get(name)?.(`answer to ${name}`))
    const [first, second] = [question('first'), question('second')]
    const { result, rerender } = renderHook(({ asked }) => useLoaded(asked, true, 'goes'), {
      initialProps: { asked: first },
    })
    rerender({ asked: second })
    await answer('second')
    expect(result.current.value).toBe('answer to second')
    await answer('first')
    expect(result.current.value).toBe('answer to second')
    rerender({ asked: first })
    expect(result.current.value).toBeNull()
  })

  test('a failure is none of what is asked next, and what was read stays when reading it again fails', async () => {
    let works = true
    const read = () => (works ? Promise.resolve('read') : Promise.reject(new Error('gone')))
    const never = () => new Promise<string>(() => {})
    const { result, rerender } = renderHook(({ asked }) => useLoaded(asked, true, 'goes'), {
      initialProps: { asked: read },
    })
    await waitFor(() => expect(result.current.value).toBe('read'))
    works = false
    act(() => result.current.reload())
    await waitFor(() => expect(result.current).toMatchObject({ value: 'read', failed: true }))
    rerender({ asked: never })
    expect(result.current).toMatchObject({ value: null, failed: false })
    const alsoFails = () => Promise.reject(new Error('gone'))
    rerender({ asked: alsoFails })
    await waitFor(() => expect(result.current).toMatchObject({ value: null, failed: true }))
  })
})
