// Node has no IndexedDB; the unit and stack projects run the engine on fake-indexeddb. The e2e project runs on Chromium's own.
import 'fake-indexeddb/auto'
import { afterAll, vi } from 'vitest'
import './patience.ts'

// Files that share a process find it as it was
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
