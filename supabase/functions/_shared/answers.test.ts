import { expect, test } from 'vitest'
import { answering, Refusal } from './answers.ts'

const post = new Request('http://localhost/functions/v1/some', { method: 'POST' })
const refuse = () => Promise.reject(new Refusal(404, 'booking_not_found'))

test('a refusal carries its sentence where the function names one', async () => {
  const told = answering(refuse, ({ status, code }) => `${status} ${code}`)
  expect(await (await told(post)).json()).toEqual({
    code: 'booking_not_found',
    error: '404 booking_not_found',
  })
  expect(await (await answering(refuse)(post)).json()).toEqual({ code: 'booking_not_found' })
})
