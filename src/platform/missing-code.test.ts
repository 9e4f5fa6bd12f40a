// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { codeIsMissing, isMissingCode, reloadUnasked, watchMissingCode } from './missing-code.ts'

const NOW = 1_800_000_000_000
const reload = vi.fn()
const reach = vi.fn(async () => false)
const ways = { reload, reach }
const serve = (controller: object | null) =>
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true })

beforeEach(() => {
  sessionStorage.clear()
  document.body.innerHTML = ''
  vi.clearAllMocks()
  serve({})
})

test('knows which errors are of code that could not be fetched', () => {
  watchMissingCode()
  expect(codeIsMissing.read()).toBe(false)
  const payload = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  expect(codeIsMissing.read()).toBe(true)
  expect(isMissingCode(payload)).toBe(true)
  expect(isMissingCode(new TypeError(payload.message))).toBe(false)
  expect(isMissingCode(payload.message)).toBe(false)
})

test('the page is loaded anew once, and again only after a while', async () => {
  expect(await reloadUnasked(NOW, ways)).toBe(true)
  expect(await reloadUnasked(NOW + 59_000, ways)).toBe(false)
  expect(await reloadUnasked(NOW + 61_000, ways)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['what is being typed', '<textarea></textarea>'],
  ['a line that is being typed', '<input type="text">'],
])('never under %s', async (_, html) => {
  document.body.innerHTML = html
  const [field] = document.querySelectorAll<HTMLInputElement>('input, textarea')
  if (!field) throw new Error('no field')
  field.value = '書きかけ'
  expect(await reloadUnasked(NOW, ways)).toBe(false)
  field.dataset['kept'] = ''
  expect(await reloadUnasked(NOW, ways)).toBe(true)
})

test('nor under an open dialog, nor where neither a worker nor the server would bring the page', async () => {
  document.body.innerHTML = '<dialog open></dialog>'
  expect(await reloadUnasked(NOW, ways)).toBe(false)
  document.body.innerHTML = '<input type="checkbox" value="on"><dialog></dialog>'
  serve(null)
  expect(await reloadUnasked(NOW, ways)).toBe(false)
  reach.mockResolvedValueOnce(true)
  expect(await reloadUnasked(NOW, ways)).toBe(true)
})
