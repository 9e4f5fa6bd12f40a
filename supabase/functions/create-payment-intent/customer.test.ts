import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { openStripe } from '../_shared/stripe.ts'
import type { Caller } from './caller.ts'
import { ownCustomer } from './customer.ts'

const PERSON = '018f0000-0000-7000-8000-00000000000a'
const READ: Readonly<Record<string, unknown>> = {
  profile_private: { stripe_customer_id: null },
  users: { id: PERSON, email: 'mio@example.com' },
  profiles: { username: 'mio' },
}

/** Whoever asks while `broken` cannot be read. */
function caller(broken: string): Caller {
  const answer = (input: unknown): Promise<Response> => {
    const name = Object.keys(READ).find((part) => new RegExp(`/${part}\\b`).test(String(input))) ?? ''
    const told =
      name === broken ? Response.json({ message: 'broken' }, { status: 406 }) : Response.json(READ[name])
    return Promise.resolve(told)
  }
  const client = createClient('http://project.test', 'key', {
    global: { fetch: answer },
    auth: { persistSession: false, autoRefreshToken: false },
  })
  return {
    person: PERSON,
    stripe: openStripe('sk_test_none', 'http://stripe.test'),
    own: client,
    service: client,
  }
}

test.each(['profile_private', 'users', 'profiles'])(
  'somebody of whom %s cannot be read gets no customer, and is told so',
  async (broken) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(ownCustomer(caller(broken))).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  },
)
