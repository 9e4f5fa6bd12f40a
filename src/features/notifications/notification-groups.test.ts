import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateGroupOf } from '#domain/notification.ts'
import { relativeTime } from '#ui/relative-time.tsx'

const NOW = Date.parse('2026-11-21T09:30:00+09:00')

test('what is said to be of yesterday stands under yesterday, and what stands there is said to be of it or so many hours old', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 * 86_400_000 }),
      fc.integer({ min: 0, max: 86_400_000 }),
      (age, later) => {
        const now = NOW + later
        const said = relativeTime(now - age, now)
        const isUnderYesterday = dateGroupOf(now - age, now) === 'yesterday'
        if (said === '昨日') expect(isUnderYesterday).toBe(true)
        if (isUnderYesterday) expect(said).toMatch(/昨日|(分|時間)前|たった今/)
      },
    ),
  )
})
