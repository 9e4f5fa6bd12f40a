import { basename } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'
import { witness } from './witness.ts'

/** The pages that a failed journey leaves open tell what they show: whatever closes one does so later (`onTestFinished`). */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await witness(basename(task.file.name, '.test.ts'), openPages())
})
