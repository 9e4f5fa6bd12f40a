/** Fails the build if it uses what the browserslist's oldest browsers lack; `node scripts/check-browsers.ts FOLDER` checks elsewhere. Reasons for exceptions: scripts/browsers/allowed.ts. */
import { globSync, readFileSync } from 'node:fs'
import { ALLOWED } from './browsers/allowed.ts'
import { lookThrough } from './browsers/look-through.ts'
import { BUILD_TARGETS } from './browsers/supported.ts'

const folder = process.argv[2] ?? 'dist'
const files = globSync(`${folder}/**/*.{js,css,html}`).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const { findings, unused } = lookThrough(files, ALLOWED)
for (const finding of findings) console.error(finding)
if (findings.length > 0)
  console.error(`Older browsers lack these (${BUILD_TARGETS.join(', ')}): replace or guard them.`)
// Another folder need not use all of them
const stale = process.argv[2] === undefined ? unused : []
for (const feature of stale) console.error(`scripts/browsers/allowed.ts: nothing uses ${feature} any more`)
if (files.length === 0) console.error(`nothing to check in ${folder}`)
if (findings.length + stale.length > 0 || files.length === 0) process.exitCode = 1
else console.log(`browsers: ${BUILD_TARGETS.join(', ')} have what ${files.length} files use`)
