import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startStack } from '../../supabase/local/stack.ts'
import './stack-context.ts'

/** One embedded stack, freshly migrated and seeded, for all files of the project; its data folder goes with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-stack-'))
  const stack = await startStack({
    dataDir,
    apiPort: 0,
    webPort: 0,
    leftUncalled: ['send_pushes', 'refresh_videos'],
  })
  project.provide('stack', stack.addresses)
  return async () => {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
