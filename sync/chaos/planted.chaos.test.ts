import { describe, expect, test } from 'vitest'
import { firstFailure, hireCrew, seedsOf } from './campaign.ts'
import { PLANTED, TOLD_BY } from './planted.ts'

const THREADS = 2
const SCHEDULES = 500
const LIMIT_MS = 15 * 60_000

describe('a planted fault is found', () => {
  test.each(Object.entries(PLANTED))('%s', { timeout: LIMIT_MS }, async (name, planted) => {
    const crew = await hireCrew({ threads: THREADS, ...planted })
    const first = TOLD_BY[name] === undefined ? [] : [`plant.${TOLD_BY[name]}`]
    try {
      expect(await firstFailure(crew, [...first, ...seedsOf('plant', SCHEDULES)])).toBeDefined()
    } finally {
      await crew.end()
    }
  })
})

test('a fault whose place is not there is not taken for planted', async () => {
  const edits = [{ file: 'replication/sweep.ts', find: 'there is no such text', replace: '' }]
  await expect(hireCrew({ threads: 1, edits })).rejects.toThrow('does not contain exactly once')
})
