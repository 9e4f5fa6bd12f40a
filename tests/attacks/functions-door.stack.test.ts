import { globSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { describe, expect, inject, test } from 'vitest'
import '../support/stack-context.ts'

const FUNCTIONS = globSync('supabase/functions/*/index.ts', {
  cwd: resolve(import.meta.dirname, '../..'),
}).map((file) => basename(dirname(file)))

/** Nothing but why: with the sentence of the specification where a function has one. */
const Refusal = v.strictObject({
  code: v.picklist(['signed_out', 'forbidden', 'signature_invalid']),
  error: v.optional(v.string()),
})

/** A token as the auth service makes them, signed with a key that is not its own. */
const forged = (role: string): Promise<string> =>
  new SignJWT({ role, aal: 'aal2', session_id: '00000000-0000-4000-8000-000000000001' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('00000000-0000-4000-8000-000000000001')
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('a secret that is long enough and of nobody here'))

describe.each(FUNCTIONS)('%s, before which no gateway asks for a token,', (name) => {
  test.each([
    ['nobody', () => Promise.resolve(null)],
    ['who has the publishable key only', () => Promise.resolve(inject('stack').publishableKey)],
    ['who sends the secret key as a bearer', () => Promise.resolve(inject('stack').serviceKey)],
    ['a person of a forged token', () => forged('authenticated')],
    ['a service of a forged token', () => forged('service_role')],
  ])('refuses %s', async (_who, token) => {
    const bearer = await token()
    const answer = await fetch(`${inject('stack').api}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: inject('stack').publishableKey,
        'content-type': 'application/json',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify({ refresh: true, videos: ['x'] }),
    })
    expect([400, 401, 403]).toContain(answer.status)
    expect(await answer.json()).toSatisfy((body: unknown) => v.is(Refusal, body))
  })
})
