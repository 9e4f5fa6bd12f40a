import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import type { TestProject } from 'vitest/node'
import { startStack } from '../../supabase/local/stack.ts'
import { madeCatalogue } from './made-catalogue.ts'
import { openPushService } from './push-service.ts'
import './stack-context.ts'

const REAL_CATALOGUE = join(import.meta.dirname, '../../../shared/data/videos.json')

/** Of so many videos figures are taken where there are no real ones. */
const MADE = 9_000
/** One in so many of them is enough for journeys, each of which brings the whole catalogue to several new devices; figures are taken with all. */
const ONE_IN = 12

/** The embedded stack with the production build and a catalogue: real videos where the file is present, else made ones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-browser-'))
  const pushService = await openPushService()
  process.env['PUSH_ORIGINS'] = pushService.origin
  const stack = await startStack({
    dataDir,
    apiPort: 0,
    webPort: 0,
    serveWeb: true,
    leftUncalled: ['refresh_videos'],
  })
  const videos = (await realCatalogue()) ?? madeCatalogue(MADE)
  const file = join(dataDir, 'catalogue.json')
  const wanted = project.name === 'bench' ? videos : videos.filter((_, index) => index % ONE_IN === 0)
  await writeFile(file, JSON.stringify(wanted))
  await promisify(execFile)(process.execPath, [
    'scripts/catalogue-import.ts',
    file,
    '--url',
    stack.addresses.db,
  ])
  project.provide('stack', stack.addresses)
  project.provide('pushService', pushService.origin)
  return async () => {
    await stack.stop()
    await pushService.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const realCatalogue = async (): Promise<unknown[] | undefined> =>
  existsSync(REAL_CATALOGUE)
    ? v.parse(v.array(v.unknown()), JSON.parse(await readFile(REAL_CATALOGUE, 'utf8')))
    : undefined
