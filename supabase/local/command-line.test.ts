import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { StackRefusal } from './refusal.ts'

test('the handles have their defaults', () => {
  expect(readCommandLine([], {}, '/project/.local')).toEqual({
    webPort: 3000,
    apiPort: 54321,
    dataDir: resolve('/project/.local'),
    fresh: false,
    dev: false,
  })
})

test('the environment and the flags are heard; empty counts as absent', () => {
  const environment = { PORT: '4000', API_PORT: '', DATA_DIR: '/tmp/データ 1' }
  expect(readCommandLine(['--fresh'], environment, '/x')).toMatchObject({
    webPort: 4000,
    apiPort: 54321,
    dataDir: resolve('/tmp/データ 1'),
    fresh: true,
  })
})

test.each(['x', '-1', '65536', '80.5', '0x10'])('PORT=%s is refused by name', (PORT) => {
  expect(() => readCommandLine([], { PORT }, '/x')).toThrow(StackRefusal)
  expect(() => readCommandLine([], { PORT }, '/x')).toThrow(/^PORT=/)
})

test('an unknown argument is refused by name', () => {
  expect(() => readCommandLine(['--frsh'], {}, '/x')).toThrow(/--frsh/)
})
