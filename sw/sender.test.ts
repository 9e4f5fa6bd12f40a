import { beforeEach, expect, test, vi } from 'vitest'

const listeners = new Map<string, (event: object) => void>()
const importScripts = vi.fn<(address: string) => void>()
let worker: Record<string, unknown>
/** As each start of the worker finds it. */
async function start() {
  vi.resetModules()
  worker = {
    addEventListener: (kind: string, heard: (event: object) => void) => listeners.set(kind, heard),
    importScripts,
  }
  vi.stubGlobal('self', worker)
  vi.stubGlobal('SENDER', '/sender-a.js')
  return import('./sender.ts')
}
beforeEach(() => {
  importScripts.mockReset().mockImplementation(() => {
    worker['sender'] = { sendPending: async () => [] }
  })
})

test('the script is run where something is to be sent, once a start, and not before', async () => {
  const { keepSender, loadSender } = await start()
  keepSender()
  expect(importScripts).not.toHaveBeenCalled()
  expect(await loadSender().sendPending()).toEqual([])
  loadSender()
  expect(importScripts).toHaveBeenCalledExactlyOnceWith('/sender-a.js')
})

test('a worker that does not get the script is not installed', async () => {
  const { keepSender } = await start()
  keepSender()
  importScripts.mockImplementation(() => {
    throw new DOMException('no answer', 'NetworkError')
  })
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>()
  listeners.get('install')?.({ waitUntil })
  await expect(waitUntil.mock.calls[0]?.[0]).rejects.toThrow('no answer')
})

test('the script is asked for in the way that Trusted Types want, again after it failed', async () => {
  const { loadSender } = await start()
  const createPolicy = vi.fn(
    (_: string, { createScriptURL }: { createScriptURL: (address: string) => string }) => ({
      createScriptURL: (address: string) => `trusted ${createScriptURL(address)}`,
    }),
  )
  worker['trustedTypes'] = { createPolicy }
  importScripts.mockImplementationOnce(() => {})
  expect(loadSender).toThrow('left nothing')
  loadSender()
  expect(importScripts.mock.calls).toEqual([['trusted /sender-a.js'], ['trusted /sender-a.js']])
  expect(createPolicy).toHaveBeenCalledOnce()
})
