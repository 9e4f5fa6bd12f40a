import { expect, test } from 'vitest'
import { controlClass } from './field.tsx'

test('a choice does not look as if it could not be changed: to CSS every select is read-only', () => {
  expect(controlClass).not.toContain('read-only:')
  expect(controlClass).toContain('[&[readonly]]:')
})
