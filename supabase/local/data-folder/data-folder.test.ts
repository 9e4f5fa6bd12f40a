import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StackRefusal } from '../refusal.ts'
import { openDataFolder } from './data-folder.ts'

let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'mirutomo-data-'))
})
afterEach(() => rm(path, { recursive: true }))

test('it is for one at a time, also within one process; released, it is for the next', async () => {
  const first = await openDataFolder(path)
  await first.announce({})
  await expect(openDataFolder(path)).rejects.toThrow(StackRefusal)
  first.release()
  const second = await openDataFolder(path)
  second.release()
})

test('secrets stay; only their owner may read them', async () => {
  const first = await openDataFolder(path)
  first.release()
  const second = await openDataFolder(path)
  expect(second.secrets).toEqual(first.secrets)
  second.release()
  expect((await stat(join(path, 'keys.json'))).mode & 0o777).toBe(0o600)
})

test('logs and stored files are readable by their owner alone, also those of an earlier release', async () => {
  await writeFile(join(path, 'postgres.log'), 'LOG', { mode: 0o644 })
  await mkdir(join(path, 'storage'))
  await chmod(join(path, 'storage'), 0o755)
  for (const fresh of [false, true]) {
    const folder = await openDataFolder(path, { fresh })
    expect((await stat(folder.postgresLog)).mode & 0o777).toBe(0o600)
    expect((await stat(folder.storage)).mode & 0o777).toBe(0o700)
    folder.release()
  }
})

test('a folder that is made lists nothing to others, and no file in it may be read by them', async () => {
  const made = join(path, 'new')
  const folder = await openDataFolder(made)
  await folder.announce({ serviceKey: 'sb_secret_x' })
  expect((await stat(made)).mode & 0o066).toBe(0)
  for (const name of ['keys.json', 'stack.json', 'postgres.log', 'storage'])
    expect([name, (await stat(join(made, name))).mode & 0o077]).toEqual([name, 0])
  folder.release()
})

test('an announcement is whole or absent, and a stale one is taken back on opening', async () => {
  const folder = await openDataFolder(path)
  await folder.announce({ api: 'http://localhost:1' })
  expect(JSON.parse(await readFile(join(path, 'stack.json'), 'utf8'))).toEqual({ api: 'http://localhost:1' })
  folder.release()
  const next = await openDataFolder(path)
  expect(await readdir(path)).not.toContain('stack.json')
  await next.announce({})
  await next.announce(null)
  expect(await readdir(path)).not.toContain('stack.json')
  next.release()
})

test('fresh forgets what is its own and nothing else', async () => {
  const first = await openDataFolder(path)
  first.release()
  await writeFile(join(path, 'diary.txt'), 'kept')
  const fresh = await openDataFolder(path, { fresh: true })
  expect(fresh.secrets.jwtSecret).not.toBe(first.secrets.jwtSecret)
  expect(await readFile(join(path, 'diary.txt'), 'utf8')).toBe('kept')
  fresh.release()
})

test('a refused opening leaves it free', async () => {
  const first = await openDataFolder(path)
  first.release()
  await writeFile(join(path, 'postgres'), '')
  await writeFile(join(path, 'keys.json'), '{')
  await expect(openDataFolder(path)).rejects.toThrow(/half-written/)
  const fresh = await openDataFolder(path, { fresh: true })
  fresh.release()
})
