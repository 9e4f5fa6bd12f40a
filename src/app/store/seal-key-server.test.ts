import { expect, test } from 'vitest'
import type { Rest } from '../rest.ts'
import { sealKeyServer } from './seal-key-server.ts'

function serverAnswering(body: unknown) {
  const asked: unknown[] = []
  const rest: Rest = (path, question) => {
    asked.push([path, question])
    return Promise.resolve({ body, total: null, asOf: null })
  }
  return { server: sealKeyServer(rest, 'anna'), asked }
}

test('asks as the person, and offers a pair only when told to', async () => {
  const { server, asked } = serverAnswering({ user_id: 'anna', handle: 'h', public_key: 'p' })
  expect(await server.sealKey()).toEqual({ handle: 'h', publicKey: 'p' })
  await server.sealKey({ publicKey: 'p2', privateKey: 's2' })
  expect(asked).toEqual([
    ['rpc/seal_key', { body: {}, asPerson: true }],
    ['rpc/seal_key', { body: { offered_public: 'p2', offered_private: 's2' }, asPerson: true }],
  ])
})

test('has no key when the server has none', async () => {
  const { server } = serverAnswering(null)
  expect([await server.sealKey(), await server.privateKey()]).toEqual([null, null])
})

test('takes no key that is answered for somebody who has signed in meanwhile', async () => {
  const key = serverAnswering({ user_id: 'ben', handle: 'h', public_key: 'p' }).server
  await expect(key.sealKey()).rejects.toThrow()
  const opening = serverAnswering({ user_id: 'ben', private_key: 's' }).server
  await expect(opening.privateKey()).rejects.toThrow()
})

test('takes what is no answer of the server for none', async () => {
  await expect(serverAnswering('<html>').server.sealKey()).rejects.toThrow()
})
