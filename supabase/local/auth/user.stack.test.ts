import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anonymousClient, serviceClient } from '../../../tests/support/session.ts'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'

const stack = inject('stack')
let own: OwnAuth

beforeAll(async () => {
  own = await openOwnAuth(stack.db)
})
afterAll(() => own.close())

async function person(): Promise<{ client: ReturnType<OwnAuth['client']>; email: string; id: string }> {
  const client = own.client()
  const email = uniqueEmail()
  const { data } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { username: 'a', theme: 'dark' } },
  })
  return { client, email, id: data.user?.id ?? '' }
}

const linkTo = (email: string): string => own.mails.find(({ to }) => to === email)?.link ?? ''
const follow = async (link: string): Promise<URL> =>
  new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')

describe('oneself', () => {
  test('metadata is merged, and null removes', async () => {
    const { client } = await person()
    const { data } = await client.auth.updateUser({ data: { username: 'b', theme: null } })
    expect(data.user?.user_metadata).toMatchObject({ username: 'b' })
    expect(data.user?.user_metadata).not.toHaveProperty('theme')
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata)
  })

  test('a new password ends the other sessions and must be new and strong', async () => {
    const { client, email } = await person()
    const other = own.client()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
    expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
    })
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const old = await own.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('nobody raises their own app_metadata', async () => {
    const { client } = await person()
    const { data } = await client.auth.getSession()
    const answer = await fetch(`${own.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: own.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 403, error_code: 'not_admin' })
  })

  test('a new address counts once both addresses have confirmed it', async () => {
    const { client, email } = await person()
    const newEmail = uniqueEmail('new')
    const { data } = await client.auth.updateUser({ email: newEmail })
    expect(data.user).toMatchObject({ email, new_email: newEmail })
    const half = await follow(linkTo(email))
    expect(new URLSearchParams(half.hash.slice(1)).get('message')).toContain('Confirmation link accepted')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const whole = await follow(linkTo(newEmail))
    expect(new URLSearchParams(whole.hash.slice(1)).get('type')).toBe('email_change')
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email: newEmail,
      identities: [{ email: newEmail }],
    })
    const old = await own.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
    expect(
      (await own.client().auth.signInWithPassword({ email: newEmail, password: PASSWORD })).error,
    ).toBeNull()
  })

  test('an address that somebody has cannot be taken over', async () => {
    const [{ client }, { email }] = [await person(), await person()]
    expect((await client.auth.updateUser({ email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
  })
})

describe('the administrator', () => {
  test('creates, reads, lists, changes and deletes', async () => {
    const { admin } = own.client(own.keys.serviceJwt).auth
    const email = uniqueEmail()
    const created = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { username: 'made' },
      app_metadata: { plan: 'x' },
    })
    const id = created.data.user?.id ?? ''
    expect(created.data.user).toMatchObject({
      email,
      user_metadata: { username: 'made' },
      app_metadata: { provider: 'email', plan: 'x' },
    })
    expect((await admin.createUser({ email, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    const listed = await admin.listUsers({ page: 1, perPage: 2 })
    expect(listed.data.users).toHaveLength(2)
    expect(listed.data).toMatchObject({ nextPage: 2 })
    const changed = await admin.updateUserById(id, {
      user_metadata: { language: 'ja' },
      app_metadata: { plan: null, level: 3 },
    })
    expect(changed.data.user?.user_metadata).toMatchObject({ username: 'made', language: 'ja' })
    expect(changed.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], level: 3 })
    const client = own.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.getUser()).error).toBeNull()
    await admin.updateUserById(id, { ban_duration: '24h' })
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
    const banned = await own.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(banned.error).toMatchObject({ code: 'user_banned' })
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('deleting a person ends their session at once', async () => {
    const { client, id } = await person()
    await own.client(own.keys.secretKey).auth.admin.deleteUser(id)
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' })
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  test('makes links without sending mails', async () => {
    const { admin } = serviceClient(stack).auth
    const email = uniqueEmail()
    await anonymousClient(stack).auth.signUp({ email, password: PASSWORD })
    const { data } = await admin.generateLink({
      type: 'recovery',
      email,
      options: { redirectTo: `${stack.web}/reset-password` },
    })
    expect(data.properties).toMatchObject({
      verification_type: 'recovery',
      redirect_to: `${stack.web}/reset-password`,
    })
    const { data: session } = await anonymousClient(stack).auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? '',
      type: 'recovery',
    })
    expect(session.user?.email).toBe(email)
    expect((await admin.generateLink({ type: 'recovery', email: uniqueEmail() })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test('is nobody without the service key', async () => {
    const { client, id } = await person()
    const { data } = await client.auth.getSession()
    const asPerson = await fetch(`${own.url}/auth/v1/admin/users`, {
      headers: { apikey: own.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    })
    expect(asPerson.status).toBe(403)
    const anonymous = await own.client().auth.admin.deleteUser(id)
    expect(anonymous.error).toMatchObject({ status: 403, code: 'not_admin' })
    expect((await client.auth.getUser()).error).toBeNull()
  })
})
