import { expect, test } from 'vitest'
import type { Contact } from '#domain/contact.ts'
import { sendContact } from './contact.ts'
import { RestFailure, type Rest } from './rest.ts'

const CONTACT: Contact = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  name: '',
  email: 'mio@example.com',
  kind: 'usage',
  message: 'どうすれば？',
}

test('a question is handed over as who is signed in', async () => {
  const asked: unknown[] = []
  const rest: Rest = (path, question) => {
    asked.push([path, question])
    return Promise.resolve({ body: null, total: null, asOf: null })
  }
  expect(await sendContact({ rest }, CONTACT)).toEqual({ ok: true })
  expect(asked).toEqual([['rpc/send_contact', { body: CONTACT, asPerson: true }]])
})

test.each([
  [new RestFailure('invalid', undefined, 'too_many'), 'too_many'],
  [new RestFailure('invalid', undefined, 'something_new'), 'server'],
  [new RestFailure('timeout'), 'offline'],
  [new RestFailure('offline'), 'offline'],
  [new RestFailure('signed_out'), 'signed_out'],
  [new Error('else'), 'server'],
])('%s is told as %s', async (error, code) =>
  expect(await sendContact({ rest: () => Promise.reject(error) }, CONTACT)).toEqual({ ok: false, code }),
)
