import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anonymousClient, serviceClient } from '../../../tests/support/session.ts'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'

const stack = inject('stack')
let confirming: OwnAuth

beforeAll(async () => {
  confirming = await openOwnAuth(stack.db, { emailConfirmations: true })
})
afterAll(() => confirming.close())

test('a sign-up with metadata is a session at once where addresses need no confirmation', async () => {
  const email = uniqueEmail()
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signUp({
    email: email.toUpperCase(),
    password: PASSWORD,
    options: { data: { username: 'さくら', nested: { list: [1, null] } } },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { username: 'さくら', nested: { list: [1, null] }, email, email_verified: true },
    is_anonymous: false,
  })
  expect(data.user?.identities).toHaveLength(1)
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  const { data: claims } = await client.auth.getClaims()
  expect(claims?.claims).toMatchObject({
    sub: data.user?.id,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password' }],
    iss: `${stack.api}/auth/v1`,
  })
})

test.each([
  [{ password: 'short' }, 422, 'weak_password'],
  [{ password: 'x'.repeat(73) }, 400, 'validation_failed'],
  [{ email: 'no-address' }, 400, 'validation_failed'],
])('%o is refused with %i %s', async (change, status, code) => {
  const { error } = await anonymousClient(stack).auth.signUp({
    email: uniqueEmail(),
    password: PASSWORD,
    ...change,
  })
  expect(error).toMatchObject({ status, code })
})

test('a weak password says why', async () => {
  const { error } = await anonymousClient(stack).auth.signUp({ email: uniqueEmail(), password: 'short' })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
})

test('an address is taken once, also when two ask at the same moment', async () => {
  const email = uniqueEmail()
  const signUps = Array.from({ length: 4 }, () =>
    anonymousClient(stack).auth.signUp({ email, password: PASSWORD }),
  )
  const answers = await Promise.all(signUps)
  const refused = answers.flatMap(({ error }) => (error ? [error] : []))
  expect(refused).toHaveLength(3)
  for (const error of refused) expect(error).toMatchObject({ status: 422, code: 'user_already_exists' })
})

test('anonymous, phone and other ways are refused by name', async () => {
  const { auth } = anonymousClient(stack)
  expect((await auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
  })
  expect((await auth.signUp({ phone: '+819012345678', password: PASSWORD })).error).toMatchObject({
    status: 400,
    code: 'phone_provider_disabled',
  })
  expect((await auth.signInWithOtp({ email: uniqueEmail() })).error?.message).toContain(
    '/auth/v1/otp is not supported',
  )
})

test('what a trigger on auth.users raises stops the sign-up, and nothing of it remains', async () => {
  const email = uniqueEmail('refused')
  const owner = new pg.Client(stack.db)
  await owner.connect()
  try {
    await owner.query(`
      create function public.refuse_in_test() returns trigger language plpgsql security definer set search_path = ''
      as $$ begin raise exception 'not you'; end $$;
      create trigger refuse_in_test after insert on auth.users for each row
      when (new.email like 'refused-%@auth.test') execute function public.refuse_in_test()`)
    const { error } = await anonymousClient(stack).auth.signUp({ email, password: PASSWORD })
    expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' })
    const { rowCount } = await owner.query('select from auth.users where email = $1', [email])
    expect(rowCount).toBe(0)
  } finally {
    await owner.query('drop function if exists public.refuse_in_test cascade')
    await owner.end()
  }
})

test('with confirmation one cannot sign in before following the link, which leads back with a session', async () => {
  const email = uniqueEmail()
  const client = confirming.client()
  const { data } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: 'https://app.example/welcome' },
  })
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email })
  expect(data.user?.email_confirmed_at).toBeUndefined()
  const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

  const mail = confirming.mails.find(({ to }) => to === email)
  const answer = await fetch(mail?.link ?? '', { redirect: 'manual' })
  expect(answer.status).toBe(303)
  const location = new URL(answer.headers.get('location') ?? '')
  expect(location.origin + location.pathname).toBe('https://app.example/welcome')
  const fragment = new URLSearchParams(location.hash.slice(1))
  expect(fragment.get('type')).toBe('signup')
  const session = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  expect(session.data.user?.email_confirmed_at).toBeDefined()
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('with confirmation a sign-up does not tell that the address has an account', async () => {
  const email = uniqueEmail()
  const client = confirming.client()
  const { data: fresh } = await client.auth.signUp({ email, password: PASSWORD })
  const mail = confirming.mails.find(({ to }) => to === email)
  await client.auth.verifyOtp({ email, token: mail?.code ?? '', type: 'signup' })
  const sent = confirming.mails.length
  const { data: again, error } = await client.auth.signUp({ email, password: 'another-password' })
  expect(error).toBeNull()
  expect(again.session).toBeNull()
  expect(again.user?.id).not.toBe(fresh.user?.id)
  expect(again.user?.identities).toEqual([])
  expect(Object.keys(again.user ?? {}).toSorted()).toEqual(Object.keys(fresh.user ?? {}).toSorted())
  expect(confirming.mails).toHaveLength(sent)
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('an unconfirmed sign-up can be sent again, and the earlier code is worth nothing then', async () => {
  const email = uniqueEmail()
  const client = confirming.client()
  await client.auth.signUp({ email, password: PASSWORD })
  const first = confirming.mails[0]?.code ?? ''
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  const second = confirming.mails[0]?.code ?? ''
  const old = await client.auth.verifyOtp({ email, token: first, type: 'signup' })
  expect(old.error).toMatchObject({ status: 403, code: 'otp_expired' })
  expect((await client.auth.verifyOtp({ email, token: second, type: 'email' })).data.session).not.toBeNull()
  const used = await client.auth.verifyOtp({ email, token: second, type: 'email' })
  expect(used.error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('the service key creates people who need no confirmation', async () => {
  const email = uniqueEmail()
  const { error } = await serviceClient(stack).auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  })
  expect(error).toBeNull()
  expect(
    (await anonymousClient(stack).auth.signInWithPassword({ email, password: PASSWORD })).error,
  ).toBeNull()
})
