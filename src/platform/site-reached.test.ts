import { expect, test, vi } from 'vitest'
import { isSiteReached } from './site-reached.ts'

test.each<[string, boolean, () => Response | Promise<Response>]>([
  ['the site itself', true, () => Response.json({})],
  ['a captive portal', false, () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a site in trouble', false, () => Response.json({}, { status: 503 })],
  ['nobody', false, () => Promise.reject(new TypeError('offline'))],
])('where %s answers, a page without a worker may load itself anew: %s', async (_, expected, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  expect(await isSiteReached()).toBe(expected)
  vi.unstubAllGlobals()
})
