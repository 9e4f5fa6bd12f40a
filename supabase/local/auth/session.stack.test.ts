import type { Session } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anonymousClient } from '../../../tests/support/session.ts'
import { PASSWORD, uniqueEmail } from './testing/own-auth.ts'

const stack = inject('stack')
const database = new pg.Pool({ connectionString: stack.db, max: 2 })
const email = uniqueEmail()

beforeAll(async () => {
  await anonymousClient(stack).auth.signUp({ email, password: PASSWORD })
})
afterAll(() => database.end())

async function signIn(): Promise<Session> {
  const { data } = await anonymousClient(stack).auth.signInWithPassword({ email, password: PASSWORD })
  if (!data.session) throw new Error('no session')
  return data.session
}

async function refresh(
  refreshToken: string,
): Promise<{ token: string | undefined; code: string | undefined }> {
  const { data, error } = await anonymousClient(stack).auth.refreshSession({ refresh_token: refreshToken })
  return { token: data.session?.refresh_token, code: error?.code }
}

async function rotate(refreshToken: string): Promise<string> {
  const { token, code } = await refresh(refreshToken)
  if (token === undefined) throw new Error(`not refreshed: ${code}`)
  return token
}

/** As if the tokens of this session had been replaced long ago. */
async function age(refreshToken: string): Promise<void> {
  await database.query(
    `update auth.refresh_tokens set updated_at = now() - interval '1 hour'
     where session_id = (select session_id from auth.refresh_tokens where token = $1)`,
    [refreshToken],
  )
}

const isAlive = async (session: Session): Promise<boolean> =>
  (await anonymousClient(stack).auth.getUser(session.access_token)).error === null

test('a wrong password and an unknown address are refused alike', async () => {
  const { auth } = anonymousClient(stack)
  const wrong = await auth.signInWithPassword({ email, password: 'wrong-password' })
  const unknown = await auth.signInWithPassword({ email: uniqueEmail(), password: PASSWORD })
  expect(wrong.error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  })
  expect(unknown.error).toEqual(wrong.error)
})

test('every refresh replaces the refresh token within the same session', async () => {
  const session = await signIn()
  const client = anonymousClient(stack)
  const { data } = await client.auth.refreshSession({ refresh_token: session.refresh_token })
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const claims = async (token = ''): Promise<unknown> =>
    (await client.auth.getClaims(token)).data?.claims.session_id
  expect(await claims(data.session?.access_token)).toBe(await claims(session.access_token))
})

test('the direct parent gets the living token, however old, as a client that lost the answer needs it', async () => {
  const { refresh_token: first } = await signIn()
  const second = await rotate(first)
  expect(await refresh(first)).toMatchObject({ token: second })
  await age(first)
  expect(await refresh(first)).toMatchObject({ token: second })
})

test('two who refresh at once end up with the same token', async () => {
  const { refresh_token: first } = await signIn()
  const answers = await Promise.all([refresh(first), refresh(first), refresh(first)])
  expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
  expect(answers[0]?.token).toBeDefined()
})

test('an older token is forgiven within the reuse interval', async () => {
  const { refresh_token: first } = await signIn()
  const third = await rotate(await rotate(first))
  expect(await refresh(first)).toMatchObject({ token: third })
})

test('an older token after the reuse interval ends the whole session', async () => {
  const { refresh_token: first } = await signIn()
  const third = await rotate(await rotate(first))
  await age(first)
  expect(await refresh(first)).toMatchObject({ token: undefined, code: 'refresh_token_already_used' })
  expect(await refresh(third)).toMatchObject({ token: undefined, code: 'refresh_token_already_used' })
})

test('an unknown refresh token is told so', async () => {
  const { error } = await anonymousClient(stack).auth.refreshSession({ refresh_token: 'nobody-has-it' })
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test.each([
  ['local', [false, true, true]],
  ['others', [true, false, false]],
  ['global', [false, false, false]],
] as const)('signing out %s', async (scope, alive) => {
  const client = anonymousClient(stack)
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  const sessions = [data.session, await signIn(), await signIn()].filter((session) => session !== null)
  expect((await client.auth.signOut({ scope })).error).toBeNull()
  expect(await Promise.all(sessions.map(isAlive))).toEqual(alive)
  const ended = sessions.filter((_, index) => !alive[index])
  for (const { refresh_token: token } of ended) {
    expect(await refresh(token)).toMatchObject({ code: 'refresh_token_not_found' })
  }
})
