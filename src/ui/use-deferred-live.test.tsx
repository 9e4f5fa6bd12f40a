// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import { show } from '../../tests/support/screen.tsx'
import { useDeferredLive } from './use-deferred-live.ts'

const seen: string[] = []
function Shown({ name, source }: { name: string; source: ObservableValue<string> }) {
  seen.push(`${name} ${useDeferredLive(source, 'nothing')}`)
  return null
}

test('what a source says is shown after what it said before, and never for another', async () => {
  const [anna, ben] = [createValue('anna 1'), createValue('ben 1')]
  const { change } = await show(<Shown name="anna" source={anna} />)
  expect(seen.at(-1)).toBe('anna anna 1')
  seen.length = 0
  await act(async () => anna.set('anna 2'))
  expect([seen[0], seen.at(-1)]).toEqual(['anna anna 1', 'anna anna 2'])
  seen.length = 0
  await act(async () => change(<Shown name="ben" source={ben} />))
  expect(seen.every((each) => each.startsWith('ben ben') || each === 'ben nothing')).toBe(true)
  expect(seen.at(-1)).toBe('ben ben 1')
})
