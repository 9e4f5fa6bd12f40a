import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PACK_NAME, packCode } from './code-pack.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-pack-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/a.js'), 'export const a = `一\n二`\n')
  await writeFile(join(folder, 'assets/b.js'), 'export const b = 1')
  await writeFile(join(folder, 'assets/c.js'), 'export const c = 1')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('each of the files is a line, whatever its text, and no other file is in it', async () => {
  const path = await packCode(folder, ['assets/a.js', 'assets/b.js'])
  const lines = (await readFile(join(folder, path), 'utf8')).split('\n')
  expect(lines.map((line): unknown => (line === '' ? '' : JSON.parse(line)))).toEqual([
    ['/assets/a.js', 'export const a = `一\n二`\n'],
    ['/assets/b.js', 'export const b = 1'],
    '',
  ])
})

test('its name tells its content, for a host has browsers keep it for ever', async () => {
  const first = await packCode(folder, ['assets/b.js'])
  expect(dirname(first)).toBe('/assets')
  expect(basename(first)).toMatch(PACK_NAME)
  expect(await packCode(folder, ['assets/b.js'])).toBe(first)
  await writeFile(join(folder, 'assets/b.js'), 'export const b = 2')
  expect(await packCode(folder, ['assets/b.js'])).not.toBe(first)
})
