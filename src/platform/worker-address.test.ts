// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  delete window.trustedTypes
})

const load = async () => (await import('./worker-address.ts')).workerAddress

test('where there are no Trusted Types the address is a text', async () => {
  expect((await load())()).toBe('/service-worker.js')
})

test('the one policy is made once and lets nothing through but the worker', async () => {
  const made: { name: string; createScriptURL: (address: string) => string }[] = []
  window.trustedTypes = {
    createPolicy(name, policy) {
      made.push({ name, ...policy })
      return policy
    },
  }
  const workerAddress = await load()
  expect([workerAddress(), workerAddress()]).toEqual(['/service-worker.js', '/service-worker.js'])
  expect(made.map(({ name }) => name)).toEqual(['mirutomo'])
  expect(made[0]?.createScriptURL('https://evil.example/x.js')).toBe('/service-worker.js')
})
