/**
 * `npm run mutations`: takes away every protection that the database's catalogue shows, one at a time, and lets the pgTAP stories look. Prints what
 * nobody noticed; exit code 1 if there is any. `-- --only WORD` takes only those whose `kind: name` contains the word, `--sample N --seed S` a
 * sample, `--verbose` says of each who noticed.
 */
import { parseArgs } from 'node:util'
import { onOwnStack } from './own-stack.ts'
import { runMutations } from './mutations/run.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
})

const startedAt = performance.now()
const report = await onOwnStack((databaseUrl) =>
  runMutations(databaseUrl, {
    ...(values.only === undefined ? {} : { only: values.only }),
    ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
    seed: Number(values.seed),
    tell: (line) => values.verbose && console.log(line),
  }),
)
for (const line of report.lines) console.log(line)
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`)
if (report.survivors.length > 0) process.exitCode = 1
