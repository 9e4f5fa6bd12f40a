import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUuidv7 } from './uuid.ts'

const random = (bytes: Uint8Array<ArrayBuffer>) => void crypto.getRandomValues(bytes)

test('ids made in order on one device sort in order, also within a millisecond and when the clock goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 40 }), (times) => {
      const create = createUuidv7(random)
      const ids = times.map(create)
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('5,000 ids of one millisecond stay in order and are versions 7 of variant 10', () => {
  const create = createUuidv7(random)
  const ids = Array.from({ length: 5000 }, () => create(1_700_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
})
