import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPushKeys } from './push-keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-push-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('keys are made once, kept for their owner alone, and given way to those of the environment', async () => {
  const file = join(folder, 'vapid.json')
  const made = await openPushKeys(file, {})
  expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65)
  expect(Buffer.from(made.publicKey, 'base64url')[0]).toBe(4)
  expect(Buffer.from(made.privateKey, 'base64url')).toHaveLength(32)
  expect(await openPushKeys(file, {})).toEqual(made)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(made)
  const given = { VAPID_PUBLIC_KEY: 'public', VAPID_PRIVATE_KEY: 'private' }
  expect(await openPushKeys(file, given)).toEqual({ publicKey: 'public', privateKey: 'private' })
})
