// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

const clicked: string[] = []
const revoked = vi.fn()
const share = vi.fn(async () => {})
const device = { userAgent: '', standalone: false, maxTouchPoints: 5, canShare: () => true, share }
beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  clicked.length = 0
  Object.assign(device, { userAgent: 'iPhone', standalone: true })
  share.mockResolvedValue()
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: revoked }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const save = () => saveFile('export.json', new Blob(['{}'], { type: 'application/json' }))

describe('A file', () => {
  test('is there as long as a browser may take to begin to read it', async () => {
    device.userAgent = 'Firefox'
    expect(await save()).toBe(true)
    expect(clicked).toEqual(['export.json'])
    vi.advanceTimersByTime(30_000)
    expect(revoked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:x')
  })

  test('goes to the share sheet in an app on the home screen of an iPhone', async () => {
    expect(await save()).toBe(true)
    expect(share).toHaveBeenCalledExactlyOnceWith({
      files: [expect.objectContaining({ name: 'export.json' })],
    })
    expect(clicked).toEqual([])
  })

  test('is not said to be saved where the person closed the share sheet', async () => {
    share.mockRejectedValue(new DOMException('closed', 'AbortError'))
    expect(await save()).toBe(false)
    expect(clicked).toEqual([])
  })

  test('is downloaded where the share sheet is refused', async () => {
    share.mockRejectedValue(new DOMException('too late', 'NotAllowedError'))
    expect(await save()).toBe(true)
    expect(clicked).toEqual(['export.json'])
  })

  test('is downloaded in Safari itself', async () => {
    device.standalone = false
    await save()
    expect([clicked, share.mock.calls.length]).toEqual([['export.json'], 0])
  })
})
