// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAnswer } from './use-answer.ts'

function questions() {
  const answers = new Map<string, (value: string) => void>()
  const ask = (name: string) => () => new Promise<string>((resolve) => answers.set(name, resolve))
  return { ask, answer: (name: string) => act(async () => answers.get(name)?.(`answer to ${name}`)) }
}

test('an answer that comes late is none to what is asked now', async () => {
  const { ask, answer } = questions()
  const [first, second] = [ask('first'), ask('second')]
  const { result, rerender } = renderHook(({ load }) => useAnswer(load, true), {
    initialProps: { load: first },
  })
  rerender({ load: second })
  await answer('second')
  expect(result.current.value).toBe('answer to second')
  await answer('first')
  expect(result.current.value).toBe('answer to second')
  rerender({ load: first })
  expect(result.current.value).toBeNull()
})

test('what was read stays when reading it again fails', async () => {
  let works = true
  const load = () => (works ? Promise.resolve('read') : Promise.reject(new Error('gone')))
  const { result } = renderHook(() => useAnswer(load, true))
  await waitFor(() => expect(result.current.value).toBe('read'))
  works = false
  await act(() => result.current.reload())
  expect(result.current).toMatchObject({ value: 'read', failed: true })
})
