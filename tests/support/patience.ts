import { vi } from 'vitest'

/** What a test waits for comes when a busy machine gets to it: the second that vitest gives says nothing. In ms. */
export const PATIENCE_MS = 20_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
