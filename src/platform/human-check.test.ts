// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkHuman } from './human-check.ts'
import { offerHumanCheckPlace } from './human-check-place.ts'

type Options = Record<string, unknown> & {
  callback: (token: string) => void
  'error-callback': () => void
  'before-interactive-callback': () => void
}

let place: HTMLElement
let withdraw: () => void
beforeEach(() => {
  vi.useFakeTimers()
  place = document.body.appendChild(document.createElement('div'))
  withdraw = offerHumanCheckPlace(place)
})
afterEach(() => {
  withdraw()
  place.remove()
  vi.useRealTimers()
})

const frameIn = (container: HTMLElement): HTMLIFrameElement => {
  const frame = container.querySelector('iframe')
  if (!frame) throw new Error('no frame')
  return frame
}

/** Begins a check whose document has come, and answers the script that the document was given. */
function begin(page = 'human-check') {
  const result = checkHuman({ siteKey: 'site-key', scriptUrl: 'https://provider.example/api.js' })
  const frame = frameIn(place)
  const inside = document.implementation.createHTMLDocument()
  inside.documentElement.dataset['page'] = page
  const window: { turnstile?: object } = {}
  Object.defineProperties(frame, { contentDocument: { value: inside }, contentWindow: { value: window } })
  frame.dispatchEvent(new Event('load'))
  return { result, frame, window, script: inside.querySelector('script') }
}

/** As far as the widget; answers what it was asked for. */
async function beginWidget() {
  const begun = begin()
  const render = vi.fn<(container: HTMLElement, options: Options) => void>()
  begun.window.turnstile = { render }
  begun.script?.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(render).toHaveBeenCalledOnce())
  const options = render.mock.calls[0]?.[1]
  if (!options) throw new Error('not rendered')
  return { ...begun, options }
}

test("the token is the widget's, and the frame goes with it", async () => {
  const { result, frame, script, options } = await beginWidget()
  expect(new URL(frame.src).pathname).toBe('/human-check.html')
  expect(script?.src).toBe('https://provider.example/api.js')
  expect(options).toMatchObject({ sitekey: 'site-key', language: 'ja', appearance: 'interaction-only' })
  options.callback('token')
  expect(await result).toEqual({ token: 'token' })
  expect(place.childElementCount).toBe(0)
})

test('a widget that fails is told as failed', async () => {
  const { result, options } = await beginWidget()
  options['error-callback']()
  expect(await result).toEqual({ failure: 'failed' })
  expect(place.childElementCount).toBe(0)
})

test('a script that is blocked is told as missing', async () => {
  const { result, script } = begin()
  script?.dispatchEvent(new Event('error'))
  expect(await result).toEqual({ failure: 'missing' })
})

test('a script that is another is told as missing', async () => {
  const { result, script } = begin()
  script?.dispatchEvent(new Event('load'))
  expect(await result).toEqual({ failure: 'missing' })
})

test('a document that is not ours gets no script', async () => {
  const { result, script } = begin('a captive portal')
  expect(script).toBeNull()
  expect(await result).toEqual({ failure: 'missing' })
})

test('twenty seconds without an answer are enough', async () => {
  const { result } = await beginWidget()
  vi.advanceTimersByTime(20_000)
  expect(await result).toEqual({ failure: 'missing' })
})

test('a widget that has to be pressed is shown, and waited for longer', async () => {
  const { result, frame, options } = await beginWidget()
  frame.scrollIntoView = () => {}
  expect(frame.className).toContain('opacity-0')
  options['before-interactive-callback']()
  expect(frame.className).not.toContain('opacity-0')
  vi.advanceTimersByTime(60_000)
  options.callback('token')
  expect(await result).toEqual({ token: 'token' })
})
