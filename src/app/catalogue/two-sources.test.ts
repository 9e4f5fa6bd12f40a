import { expect, test } from 'vitest'
import type { Loaded } from '#domain/catalogue.ts'
import { createValue } from '#platform/observable-value.ts'
import { fromTwoSources } from './two-sources.ts'

function setUp(prefer: 'device' | 'server', isLittle?: (held: string) => boolean) {
  const device = createValue<string | null>(null)
  const server = createValue<Loaded<string>>({ status: 'loading' })
  const seen: Loaded<string>[] = []
  const live = fromTwoSources({ device, server, prefer, asOf: () => 7, ...(isLittle && { isLittle }) })
  return { device, server, seen, watch: () => live.subscribe((value) => seen.push(value)) }
}
const answer = (value: string): Loaded<string> => ({ status: 'ready', value, asOf: 9, source: 'server' })
const held = (value: string): Loaded<string> => ({ status: 'ready', value, asOf: 7, source: 'device' })

test('shows what the device holds; an answer of the server does not replace it', () => {
  const { device, server, seen, watch } = setUp('device')
  device.set('held')
  watch()
  server.set(answer('answered'))
  expect(seen.at(-1)).toEqual(held('held'))
  device.set('changed')
  expect(seen.at(-1)).toEqual(held('changed'))
})

test('asks the server for what the device does not hold, and tells its failure', () => {
  const { device, server, seen, watch } = setUp('device')
  watch()
  expect(seen.at(-1)).toEqual({ status: 'loading' })
  server.set({ status: 'error', code: 'offline' })
  expect(seen.at(-1)).toEqual({ status: 'error', code: 'offline' })
  device.set('pulled')
  expect(seen.at(-1)).toEqual(held('pulled'))
})

test('where the server knows more its answer stands, but its failure hides nothing', () => {
  const { device, server, seen, watch } = setUp('server')
  device.set('held')
  watch()
  expect(seen.at(-1)).toEqual(held('held'))
  server.set({ status: 'error', code: 'timeout' })
  expect(seen.at(-1)).toEqual(held('held'))
  server.set(answer('answered'))
  expect(seen.at(-1)).toEqual(answer('answered'))
})

test('a server that knows more is asked before the device, busy with a pull, has answered', () => {
  const server = createValue<Loaded<string>>(answer('answered'))
  const seen: Loaded<string>[] = []
  const silent = { subscribe: () => ({ unsubscribe: () => {} }) }
  const watching = fromTwoSources({ device: silent, server, prefer: 'server', asOf: () => 7 }).subscribe(
    (value) => seen.push(value),
  )
  expect(seen).toEqual([answer('answered')])
  watching.unsubscribe()
})

test('what says little waits for the server, and stands when that fails', () => {
  const { device, server, seen, watch } = setUp('server', (value) => value === '')
  device.set('')
  watch()
  expect(seen.at(-1)).toEqual({ status: 'loading' })
  server.set({ status: 'error', code: 'offline' })
  expect(seen.at(-1)).toEqual(held(''))
  device.set('pulled')
  expect(seen.at(-1)).toEqual(held('pulled'))
})
