import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StackRefusal } from './refusal.ts'

let folder: string | undefined
afterEach(async () => {
  if (folder) await rm(folder, { recursive: true })
  folder = undefined
})

async function write(text: string): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-config-'))
  await writeFile(join(folder, 'config.toml'), text)
  return folder
}

test('the project has a config the stack can read', async () => {
  const config = await readConfig(resolve(import.meta.dirname, '..'))
  expect(config.api.schemas).toContain('public')
  expect(config.db.seed.enabled).toBe(true)
})

test("what is not said has the CLI's default", async () => {
  const config = await readConfig(
    await write('project_id = "x"\n[functions.hello]\nverify_jwt = false\n[functions.other]\n'),
  )
  expect(config.api.max_rows).toBe(1000)
  expect(config.db.seed.sql_paths).toEqual(['./seed.sql'])
  expect(config.auth.rate_limit).toEqual({
    email_sent: 2,
    sign_in_sign_ups: 30,
    token_refresh: 150,
    token_verifications: 30,
  })
  expect(config.functions).toEqual({ hello: { verify_jwt: false }, other: { verify_jwt: true } })
})

test('a duration is read in seconds', async () => {
  const config = await readConfig(await write('[auth.email]\nmax_frequency = "1m30s"\n'))
  expect(config.auth.email.max_frequency).toBe(90)
})

test.each([
  ['broken TOML', '[api\n'],
  ['a wrong type', '[api]\nmax_rows = "many"\n'],
  ['a CAPTCHA that the app has no widget of', '[auth.captcha]\nenabled = true\nprovider = "hcaptcha"\n'],
  ['no file', undefined],
])('%s is refused in one line that names the file', async (_, text) => {
  const at = text === undefined ? '/nowhere' : await write(text)
  const reading = readConfig(at)
  await expect(reading).rejects.toThrow(StackRefusal)
  await expect(reading).rejects.toThrow(/config\.toml cannot be read: [^\n]+$/)
})
