import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openFiles } from './files.ts'

let folder: string
afterEach(() => rm(folder, { recursive: true }))

test('what no object holds any more is removed at the next start, the rest stays as it was', async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mirutomo-files-')), 'storage')
  const files = await openFiles(folder)
  const kept = await files.write(new Uint8Array([1, 2]))
  const orphan = await files.write(new Uint8Array([3]))
  await files.keepOnly(new Set([kept]))
  expect(await readdir(folder)).toEqual([kept])
  expect(await files.read(kept)).toEqual(Buffer.from([1, 2]))
  expect(await files.read(orphan)).toBeNull()
})
