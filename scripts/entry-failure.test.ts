// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { behindTheShell } from './first-paint.ts'

// esbuild refuses to be loaded where there is a document
vi.mock('esbuild', () => ({}))

const BUILT = `<head><link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script></head>
  <body><div id="root"></div><div id="first-paint"><p role="status"></p></div></body>`

/** Runs the last part of the document's start, whose import of the entry fails. */
function failToImport(): void {
  const html = behindTheShell(BUILT, () => '')
  const [, code = ''] = /(let isLeaving[^]*?\n {6}\}\))\n {6}\}\n/.exec(html) ?? []
  const load = () => Promise.reject(new TypeError('Importing a module script failed.'))
  // oxlint-disable-next-line typescript/no-implied-eval -- what the document runs
  new Function('load', code.replace("import('/a.js')", 'load()'))(load)
}
const notice = () => document.querySelector('[role=alert]')

vi.useFakeTimers()
const written = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  document.body.innerHTML = BUILT
  written.mockClear()
})

describe('a document whose entry cannot be loaded', () => {
  test('tells so', async () => {
    failToImport()
    await vi.advanceTimersByTimeAsync(0)
    expect(notice()?.textContent).toContain('アプリを読み込めませんでした')
    expect(written).toHaveBeenCalledOnce()
  })

  test.each(['beforeunload', 'pagehide'])('tells nothing after %s unless it stays', async (kind) => {
    failToImport()
    window.dispatchEvent(new Event(kind))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(notice()).toBeNull()
    expect(written).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(notice()).not.toBeNull()
  })
})
