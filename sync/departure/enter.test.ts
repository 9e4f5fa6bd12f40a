import { expect, test, vi } from 'vitest'
import { enterAccount } from './enter.ts'
import { evictAll } from './occupancy.ts'

let signedIn = true
vi.mock('../session/own-session.ts', () => ({ isSignedIn: async () => signedIn }))

test('an account that has left is not opened', async () => {
  signedIn = false
  expect(await enterAccount('left', async () => 'opened')).toBeNull()
})

test('an account that leaves while it is being opened is not opened again', async () => {
  signedIn = true
  const opening = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const entered = enterAccount('leaves', async ({ evicted }) => {
    opening.resolve()
    await woken.promise
    evicted.throwIfAborted()
    return 'opened'
  })
  await opening.promise
  await evictAll('leaves', undefined, async () => {
    signedIn = false
  })
  woken.resolve()
  expect(await entered).toBeNull()
})

test('an account whose departure failed is opened after all', async () => {
  signedIn = true
  let tries = 0
  const first = Promise.withResolvers<void>()
  const entered = enterAccount('stays', async ({ evicted }) => {
    tries += 1
    if (tries > 1) return 'opened'
    first.resolve()
    await new Promise((resolve) => evicted.addEventListener('abort', resolve))
    throw new Error('evicted')
  })
  await first.promise
  await evictAll('stays', undefined, () => Promise.reject(new Error('full'))).catch(() => {})
  expect(await entered).toBe('opened')
})

test('what cannot be opened is told, and holds nobody up', async () => {
  signedIn = true
  await expect(enterAccount('broken', () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await evictAll('broken', undefined, (everybodyLeft) => Promise.resolve(everybodyLeft))).toBe(true)
})
