import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { functionFindings } from './functions.ts'

const ASKS = 'await callerOf(request)\n'
let root: string
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mirutomo-hosted-'))
  await write('supabase/functions/deno.json', '{"imports": {"valibot": "npm:valibot@^1.5.0"}}')
  await write('src/domain/a.ts', "import * as v from 'valibot'\n")
})
afterEach(() => rm(root, { recursive: true }))

async function wrongs(code: string): Promise<string[]> {
  await write('supabase/functions/hello/index.ts', code)
  return functionFindings(root, ['hello']).map(({ file, wrong }) => `${file}: ${wrong}`)
}

test('what the CLI bundles is let be', async () => {
  const code = `import * as v from 'valibot'
    // import 'https://example.org/x.ts'
    import { a } from '../../../src/domain/a.ts'
    import { b } from 'npm:b@1.2.3'
    import { createHash } from 'node:crypto'
    const rows = client.from('rows')\n${ASKS}`
  expect(await wrongs(code)).toEqual([])
})

test.each([
  ["import { x } from 'https://example.org/x.ts'", /does not explain/],
  ["import { x } from '#domain/a.ts'", /does not explain/],
  ["const x = await import('left-pad')", /does not explain/],
  ["import { x } from 'npm:x'", /does not explain/],
  ["import { x } from '../../../src/domain/a'", /no such file/],
  ["export { x } from './missing.ts'", /no such file/],
  ["import { x } from '../../../../elsewhere.ts'", /outside of the project/],
  ["new Deno.Command('ls')", /no Deno\.Command/],
  ["Deno.writeTextFileSync('x', '')", /no Deno\.writeTextFileSync/],
])('%s is found', async (code, wrong) => {
  expect(await wrongs(`${code}\n${ASKS}`)).toEqual([expect.stringMatching(wrong)])
})

test('so is what a file of the domain imports', async () => {
  await write('src/domain/a.ts', "import { b } from '#domain/b.ts'\n")
  expect(await wrongs(`import '../../../src/domain/a.ts'\n${ASKS}`)).toEqual([
    expect.stringMatching(/^src\/domain\/a\.ts: imports #domain\/b\.ts/),
  ])
})

test('so is a map of imports that names no version', async () => {
  await write('supabase/functions/deno.json', '{"imports": {"valibot": "https://esm.sh/valibot"}}')
  expect(await wrongs(ASKS)).toEqual([expect.stringMatching(/valibot is https/)])
})

test('so is a function that asks nobody who calls', async () => {
  expect(await wrongs('Deno.serve(() => new Response())')).toEqual([expect.stringMatching(/who calls/)])
})
