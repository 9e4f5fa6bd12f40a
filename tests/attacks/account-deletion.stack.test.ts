import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Connection } from '../../supabase/tests/database.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const PASSWORD = 'long enough 1'
let database: Connection
beforeAll(async () => {
  database = await Connection.open()
})
afterAll(() => database.close())

type Person = { id: string; email: string; token: string; client: SupabaseClient }

async function member(): Promise<Person> {
  const email = `leaving-${randomUUID()}@stack.test`
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error ?? new Error('no session')
  return { id: data.session.user.id, email, token: data.session.access_token, client }
}

async function ask(token: string | null, method = 'POST'): Promise<[number, unknown]> {
  const answer = await fetch(`${stack.api}/functions/v1/delete-account`, {
    method,
    headers: { apikey: stack.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return [answer.status, await answer.json()]
}
const rowsOf = async ({ id }: Person): Promise<unknown> =>
  (await service.rpc('account_rows', { person: id })).data
const isThere = async ({ id }: Person): Promise<boolean> =>
  (await service.auth.admin.getUserById(id)).data.user !== null

/** Leaves something in several tables and files in both buckets. */
async function settle({ id, client }: Person): Promise<void> {
  const { data: video } = await service.from('videos').select('id').limit(1).single()
  const setting = { name: 'theme', value: 'dark', edited_at: 1 }
  const view = { video_id: video?.id, viewed_at: new Date().toISOString(), edited_at: 1 }
  const webp = new Blob([new Uint8Array([0x52, 0x49, 0x46, 0x46])], { type: 'image/webp' })
  const results = await Promise.all([
    client.from('settings').insert(setting),
    client.from('history').insert(view),
    client.storage.from('avatars').upload(`${id}/face.webp`, webp),
    client.storage.from('verification').upload(`${id}/document.webp`, webp),
  ])
  for (const { error } of results) expect(error).toBeNull()
}

test('an account goes with its rows and files, others stay, and asked again it is quiet', async () => {
  const [mio, ken] = [await member(), await member()]
  await Promise.all([settle(mio), settle(ken)])
  const before = await rowsOf(ken)
  const [status, receipt] = await ask(mio.token)
  expect([status, receipt]).toEqual([
    200,
    {
      deleted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      rows: expect.objectContaining({ profiles: 1, profile_private: 1, settings: 1, history: 1 }),
      files: 2,
    },
  ])
  expect([await isThere(mio), await rowsOf(mio)]).toEqual([false, {}])
  for (const bucket of ['avatars', 'verification']) {
    expect((await service.storage.from(bucket).list(mio.id)).data).toEqual([])
    expect((await service.storage.from(bucket).list(ken.id)).data).toHaveLength(1)
  }
  expect([await isThere(ken), await rowsOf(ken)]).toEqual([true, before])
  expect(await ask(mio.token)).toEqual([200, { deleted_at: null, rows: {}, files: 0 }])
  const back = await mio.client.auth.signInWithPassword({ email: mio.email, password: PASSWORD })
  expect(back.error).toMatchObject({ code: 'invalid_credentials' })
})

test('another device of the account is told at its next exchange, and cannot renew its session', async () => {
  const mio = await member()
  const device = anonymousClient(stack)
  await device.auth.signInWithPassword({ email: mio.email, password: PASSWORD })
  await ask(mio.token)
  const pull = await device.rpc('sync_pull', { checkpoints: { favorites: null } })
  expect(pull.status).toBe(401)
  const push = await device.rpc('sync_push', { batches: { settings: [] } })
  expect(push.status).toBe(401)
  expect((await device.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
})

test('a token that outlives its account puts no file into its folder and replaces none', async () => {
  const mio = await member()
  const stored = (bucket: string) => service.storage.from(bucket).list(mio.id)
  await ask(mio.token)
  const webp = new Blob([new Uint8Array([0x52, 0x49, 0x46, 0x46])], { type: 'image/webp' })
  for (const bucket of ['avatars', 'verification']) {
    for (const [method, name] of [
      ['POST', 'new.webp'],
      ['PUT', 'face.webp'],
    ] as const) {
      const answer = await fetch(`${stack.api}/storage/v1/object/${bucket}/${mio.id}/${name}`, {
        method,
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${mio.token}`,
          'content-type': 'image/webp',
        },
        body: webp,
      })
      expect(answer.ok).toBe(false)
    }
    expect((await stored(bucket)).data).toEqual([])
  }
})

test('two calls at the same moment delete once', async () => {
  const mio = await member()
  const answers = await Promise.all([ask(mio.token), ask(mio.token)])
  expect(answers.map(([status]) => status)).toEqual([200, 200])
  expect(await isThere(mio)).toBe(false)
})

test('nobody deletes without a session of their own', async () => {
  const mio = await member()
  for (const token of [null, stack.publishableKey, stack.serviceKey, 'rubbish'])
    expect(await ask(token)).toMatchObject([401, {}])
  expect(await ask(mio.token, 'GET')).toMatchObject([405, {}])
  await mio.client.auth.signOut({ scope: 'global' })
  expect(await ask(mio.token)).toEqual([401, { code: 'signed_out' }])
  expect(await isThere(mio)).toBe(true)
})

test('a session whose password was given long ago, or never, does not do', async () => {
  const mio = await member()
  await database.rows(
    `update auth.mfa_amr_claims set created_at = now() - interval '6 minutes'
     where session_id in (select id from auth.sessions where user_id = $1)`,
    [mio.id],
  )
  const { data: renewed } = await mio.client.auth.refreshSession()
  expect(await ask(renewed.session?.access_token ?? '')).toEqual([403, { code: 'password_needed' }])

  const { data: link } = await service.auth.admin.generateLink({ type: 'recovery', email: mio.email })
  const byLink = await anonymousClient(stack).auth.verifyOtp({
    token_hash: link.properties?.hashed_token ?? '',
    type: 'recovery',
  })
  expect(await ask(byLink.data.session?.access_token ?? '')).toEqual([403, { code: 'password_needed' }])
  expect(await isThere(mio)).toBe(true)
})
