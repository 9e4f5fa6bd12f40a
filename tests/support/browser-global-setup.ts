import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startStack } from '../../supabase/local/stack.ts'
import './stack-context.ts'

const REAL_CATALOGUE = join(import.meta.dirname, '../../../shared/data/videos.json')

/** The embedded stack with the production build and, where the file is present, thousands of real videos. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-browser-'))
  const stack = await startStack({ dataDir, apiPort: 0, webPort: 0, serveWeb: true })
  if (existsSync(REAL_CATALOGUE)) {
    await promisify(execFile)(process.execPath, [
      'scripts/catalogue-import.ts',
      REAL_CATALOGUE,
      '--url',
      stack.addresses.db,
    ])
  }
  project.provide('stack', stack.addresses)
  return async () => {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
