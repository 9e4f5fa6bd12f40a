import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact, grouped, percent } from './japanese-number.ts'

const as = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat('ja-JP', options)
  return (value: number): string => format.format(value)
}
const whole = fc.oneof(
  fc.nat(),
  fc.nat({ max: 20_000 }),
  fc.integer({ min: 0, max: 1e15 }),
  // Where one unit ends and the next begins
  fc
    .tuple(fc.constantFrom(1e3, 1e4, 1e6, 1e8, 1e9, 1e12, 1e13), fc.integer({ min: -6_000, max: 6_000 }))
    .map(([unit, aside]) => Math.max(0, unit + aside * Math.max(1, unit / 1e8))),
)

test('a number is grouped as Intl does it', () => {
  const intl = as({})
  fc.assert(
    fc.property(fc.oneof(whole, fc.integer()), (value) => {
      expect(grouped(value)).toBe(intl(value))
    }),
  )
})

test('a brief number is as Intl has it', () => {
  const intl = as({ notation: 'compact', maximumFractionDigits: 1 })
  fc.assert(
    fc.property(whole, (value) => {
      expect(compact(value)).toBe(intl(value))
    }),
    { numRuns: 2_000 },
  )
})

test('a share is told to a tenth, also where a computer has it a little below the half', () => {
  expect(percent(201 / 400)).toBe('50.3%')
  const intl = as({ style: 'percent', maximumFractionDigits: 1 })
  // Of counts, as shares are
  const share = fc.tuple(fc.nat({ max: 1_000 }), fc.integer({ min: 1, max: 1_000 })).map(([a, b]) => a / b)
  fc.assert(
    fc.property(
      share.filter((one) => one <= 1),
      (one) => {
        expect(percent(one)).toBe(intl(one))
      },
    ),
  )
})
