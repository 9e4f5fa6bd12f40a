import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as v from 'valibot'
import { openOwnAuth, PASSWORD, type OwnAuth } from '../auth/testing/own-auth.ts'
import { createKeys, newSecrets, type Keys } from '../gateway/keys.ts'
import { openServer, type HttpServer } from '../gateway/server.ts'
import type { Service } from '../gateway/service.ts'
import { createFunctions } from './functions.ts'

const stack = inject('stack')
const log: string[] = []
let auth: OwnAuth
let keys: Keys
let service: Service
let server: HttpServer
let url = ''

beforeAll(async () => {
  auth = await openOwnAuth(stack.db)
  keys = auth.keys
  service = await createFunctions({
    directory: join(import.meta.dirname, 'fixtures'),
    config: { 'echo-open': { verify_jwt: false }, echo: { verify_jwt: true } },
    keys,
    env: { SUPABASE_URL: auth.url, SUPABASE_DB_URL: stack.db },
    limits: {
      silenceMs: 1_500,
      idleMs: 300,
      maxRunning: 2,
      maxRequestBytes: 1_000_000,
      maxResponseBytes: 1_000_000,
    },
    log: (line) => log.push(line),
  })
  server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    handle: (request, info) => service.handle(request, info),
  })
  url = `http://localhost:${server.port}`
})
afterAll(async () => {
  await service.close()
  await server.close()
  await auth.close()
})

const client = (key = keys.anonJwt): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

/** As a function of the app is called; what is no success comes as its status and body. */
async function invoke(
  name: string,
  options: Parameters<SupabaseClient['functions']['invoke']>[1] = {},
): Promise<[number, unknown]> {
  const { data, error } = await client().functions.invoke(name, options)
  if (!(error instanceof FunctionsHttpError)) return [200, data]
  const answer = v.parse(v.instance(Response), error.context)
  return [answer.status, await answer.json()]
}

const call = (path: string, init: { method?: string; body?: string } = {}): Promise<Response> =>
  fetch(`${url}/functions/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${keys.anonJwt}` },
  })

const Pid = v.object({ pid: v.number() })
const pidOf = async (path: string): Promise<number> => v.parse(Pid, await (await call(path)).json()).pid
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a call', () => {
  test('reaches the function as the hosted runtime hands it over', async () => {
    const answer = await call('echo/sub/path?a=1&b=%E3%81%82', { method: 'PUT', body: '日本語' })
    expect(await answer.json()).toMatchObject({
      method: 'PUT',
      pathname: '/echo/sub/path',
      search: '?a=1&b=%E3%81%82',
      host: new URL(url).host,
      authorization: `Bearer ${keys.anonJwt}`,
      body: '日本語',
      url: auth.url,
    })
  })

  test('shows the function the keys and addresses, and nothing of what the stack itself knows', async () => {
    process.env['SECRET_OF_THE_STACK'] = 'x'
    const { env } = v.parse(v.object({ env: v.array(v.string()) }), await (await call('echo')).json())
    expect(env).toEqual(
      expect.arrayContaining([
        'SUPABASE_URL',
        'SUPABASE_PUBLISHABLE_KEYS',
        'SUPABASE_SECRET_KEYS',
        'SUPABASE_JWKS',
        'SUPABASE_DB_URL',
      ]),
    )
    for (const name of ['SECRET_OF_THE_STACK', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY'])
      expect(env).not.toContain(name)
  })

  test('of a function with npm: imports and src/domain gets along without a network or a build', async () => {
    const email = `${randomUUID()}@functions.test`
    const { data } = await auth.client().auth.signUp({ email, password: PASSWORD })
    const headers = { Authorization: `Bearer ${data.session?.access_token}` }
    const body = { url: 'https://youtu.be/dQw4w9WgXcQ' }
    expect(await invoke('imports', { body, headers })).toMatchObject([
      200,
      { email, youtubeId: 'dQw4w9WgXcQ' },
    ])
  })

  test('answers with its own CORS headers and status', async () => {
    const preflight = await fetch(`${url}/functions/v1/cors`, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(await preflight.text()).toBe('ok')
    const answer = await call('cors', { method: 'POST', body: '{}' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(await invoke('cors')).toEqual([200, { hello: 'world' }])
  })

  test('streams both ways', async () => {
    const pieces = ['one ', 'two ', 'three']
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    })
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { authorization: `Bearer ${keys.anonJwt}` },
    }
    const answer = await service.handle(new Request(`${url}/functions/v1/stream`, init), { ip: '' })
    expect(await answer.text()).toBe('ONE TWO THREE')
  })
})

describe('verify_jwt', () => {
  const ask = async (name: string, authorization?: string): Promise<[number, string]> => {
    const answer = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      body: 'x',
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })
    return [answer.status, await answer.text()]
  }

  test('on: only a token of this project gets in', async () => {
    const strangers = await createKeys(newSecrets(0))
    const expired = await keys.sign({ role: 'authenticated', exp: 1 })
    const valid = await keys.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 })
    const refusals = [
      undefined,
      'Basic abc',
      'Bearer rubbish',
      `Bearer ${strangers.anonJwt}`,
      `Bearer ${expired}`,
      `Bearer ${keys.publishableKey}`,
      `Bearer ${keys.secretKey}`,
    ]
    for (const authorization of refusals) {
      expect(await ask('echo', authorization)).toMatchObject([401, expect.stringContaining('UNAUTHORIZED')])
    }
    for (const token of [valid, keys.anonJwt]) {
      expect(await ask('echo', `Bearer ${token}`)).toMatchObject([200, {}])
    }
  })

  test('on is what a function is that config.toml does not mention', async () => {
    expect(await ask('cors')).toMatchObject([401, {}])
  })

  test('off: anybody gets in', async () => {
    expect(await ask('echo-open')).toEqual([200, 'x'])
    expect(await ask('echo-open', 'Bearer rubbish')).toEqual([200, 'x'])
  })
})

describe('what goes wrong', () => {
  test.each(['nothing', '_shared', '..', 'deno.json', 'echo%2Findex.ts'])(
    'there is no function %s',
    async (name) => {
      const answer = await call(name)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    },
  )

  test('a function that crashes answers 503, and runs again at the next call', async () => {
    const first = await pidOf('crash')
    expect(await invoke('crash?crash=1')).toMatchObject([503, { code: 'WORKER_ERROR' }])
    expect(await pidOf('crash')).not.toBe(first)
  })

  test('a function that does not start answers 503, and the log tells why', async () => {
    expect(await invoke('broken')).toMatchObject([503, { code: 'BOOT_ERROR' }])
    expect(log.join('\n')).toContain(
      'function broken: error: Uncaught (in promise) Error: broken before it serves',
    )
  })

  test.each(['waiting', 'busy'])(
    'a function that hangs (%s) is ended with 504, and runs again at the next call',
    async (how) => {
      const first = await pidOf('hang')
      expect(await invoke(`hang?how=${how}`)).toMatchObject([504, { code: 'IDLE_TIMEOUT' }])
      await vi.waitFor(() => expect(isAlive(first)).toBe(false), 10_000)
      expect(await pidOf('hang')).not.toBe(first)
    },
  )

  test('a body larger than allowed is refused', async () => {
    expect((await call('echo-open', { method: 'POST', body: 'x'.repeat(1_000_001) })).status).toBe(413)
  })

  test('an answer larger than allowed breaks off', async () => {
    await expect(call('stream?endless=1').then((answer) => answer.arrayBuffer())).rejects.toThrow()
    expect(await (await call('stream', { method: 'POST', body: 'still there' })).text()).toBe('STILL THERE')
  })
})

describe('memory', () => {
  test('a function that is not called stops, and starts again', async () => {
    const pid = await pidOf('crash')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
    expect(await pidOf('crash')).not.toBe(pid)
  })

  test('no more run at once than allowed', async () => {
    const pids = [await pidOf('crash'), await pidOf('hang'), await pidOf('echo')]
    await vi.waitFor(() => expect(pids.filter(isAlive).length).toBeLessThanOrEqual(2), 10_000)
  })

  test('calls at the same moment share one process', async () => {
    const pids = await Promise.all(Array.from({ length: 5 }, () => pidOf('crash')))
    expect(new Set(pids).size).toBe(1)
  })
})
