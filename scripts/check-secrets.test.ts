import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-secrets-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
})
afterEach(() => rm(folder, { recursive: true }))

const check = (environment: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-secrets.ts', folder], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('a build without secrets passes', () => {
  expect(check()).toMatchObject({ status: 0 })
})

test.each([
  ['assets/index-abc.js', 'a="sb_secret_N7UND0UgjKTVK"', 'a secret key of Supabase'],
  ['assets/index-abc.css', '/* sb_secret_N7UND0UgjKTVK */', 'a secret key of Supabase'],
  ['environment.json', '{"vapid":"kQ3xN9d8Yw2mB7vT"}', 'the value of VAPID_PRIVATE_KEY'],
])('one in %s fails it, named and not shown', async (file, content, what) => {
  await writeFile(join(folder, file), content)
  const { status, said } = check({ VAPID_PRIVATE_KEY: 'kQ3xN9d8Yw2mB7vT' })
  expect(status).toBe(1)
  expect(said).toContain(`${file}: ${what}`)
  expect(said).not.toMatch(/N7UND0UgjKTVK|kQ3xN9d8Yw2mB7vT/)
})

test('a source map fails the build', async () => {
  await writeFile(join(folder, 'assets/index-abc.js.map'), '{"sourcesContent":["const a = 1"]}')
  const { status, said } = check()
  expect(status).toBe(1)
  expect(said).toContain('index-abc.js.map: a source map')
})

test('a build that is not there passes nothing', async () => {
  await rm(join(folder, 'index.html'))
  expect(check()).toMatchObject({ status: 1 })
})
