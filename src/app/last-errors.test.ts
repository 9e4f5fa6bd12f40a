// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { watchLeaving } from '#platform/leaving.ts'
import { lastErrors, reportCaughtError, watchErrors } from './last-errors.ts'

beforeAll(() => {
  watchLeaving()
  watchErrors()
})
beforeEach(() => void window.dispatchEvent(new Event('pageshow')))

const fail = (message: string) =>
  window.dispatchEvent(new ErrorEvent('error', { error: new Error(message), cancelable: true }))

test('errors are noted unless the page is being left', () => {
  fail('before')
  window.dispatchEvent(new Event('beforeunload'))
  fail('meanwhile')
  window.dispatchEvent(new Event('pageshow'))
  fail('after')
  // What other files left unfinished may fail meanwhile
  const own = /^Error: (before|meanwhile|after)$/
  const noted = lastErrors.read().flatMap(({ message }) => (own.test(message) ? [message] : []))
  expect(noted).toEqual(['Error: after', 'Error: before'])
})

test('errors that React caught are written to the console unless the page is being left', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  const caught = new Error('caught')
  window.dispatchEvent(new Event('beforeunload'))
  reportCaughtError(caught)
  expect(written).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pageshow'))
  reportCaughtError(caught)
  expect(written).toHaveBeenCalledExactlyOnceWith(caught)
  written.mockRestore()
})
