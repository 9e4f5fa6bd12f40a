import { basename } from 'node:path'
import { afterEach } from 'vitest'
import { witness } from '../support/witness.ts'
import { openTabs } from './launch.ts'

/** Records what the open tabs of a failed journey show. Journeys close their devices later (`onTestFinished`, `afterAll`). */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await witness(basename(task.file.name, '.test.ts'), openTabs())
})
