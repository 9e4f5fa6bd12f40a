// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { watchLeaving } from './leaving.ts'
import { codeIsMissing, isMissingCode, reloadUnasked, watchMissingCode } from './missing-code.ts'

const reload = vi.fn()
const reach = vi.fn(async () => false)
const ways = { reload, reach }
const serve = (controller: object | null) =>
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true })

beforeEach(() => {
  sessionStorage.clear()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  document.body.innerHTML = ''
  vi.clearAllMocks()
  serve({})
})

test('knows which errors are of code that could not be fetched, a moment later that it is missing', () => {
  vi.useFakeTimers()
  watchMissingCode()
  expect(codeIsMissing.read()).toBe(false)
  const payload = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  expect(codeIsMissing.read()).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(codeIsMissing.read()).toBe(true)
  vi.useRealTimers()
  expect(isMissingCode(payload)).toBe(true)
  expect(isMissingCode(new TypeError(payload.message))).toBe(false)
  expect(isMissingCode(payload.message)).toBe(false)
})

test('the page is loaded anew once, and not while it is being left', async () => {
  watchLeaving()
  window.dispatchEvent(new Event('beforeunload'))
  expect(await reloadUnasked(ways)).toBe(false)
  window.dispatchEvent(new Event('pageshow'))
  expect(await reloadUnasked(ways)).toBe(true)
  expect(await reloadUnasked(ways)).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['what is being typed', '<textarea></textarea>'],
  ['a line that is being typed', '<input type="text">'],
])('never under %s', async (_, html) => {
  document.body.innerHTML = html
  const [field] = document.querySelectorAll<HTMLInputElement>('input, textarea')
  if (!field) throw new Error('no field')
  field.value = '書きかけ'
  expect(await reloadUnasked(ways)).toBe(false)
  field.dataset['kept'] = ''
  expect(await reloadUnasked(ways)).toBe(true)
})

test('nor under what is begun while the code of others is forgotten', async () => {
  document.body.innerHTML = '<textarea></textarea>'
  const asked = reloadUnasked(ways)
  const field = document.querySelector('textarea')
  if (!field) throw new Error('no field')
  field.value = '書きかけ'
  expect(await asked).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('nor under an open dialog, nor where neither a worker nor the server would bring the page', async () => {
  document.body.innerHTML = '<dialog open></dialog>'
  expect(await reloadUnasked(ways)).toBe(false)
  document.body.innerHTML = '<input type="checkbox" value="on"><dialog></dialog>'
  serve(null)
  expect(await reloadUnasked(ways)).toBe(false)
  reach.mockResolvedValueOnce(true)
  expect(await reloadUnasked(ways)).toBe(true)
})
