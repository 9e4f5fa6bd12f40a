import { request } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { person, raw, service, type Person } from '../local/rest/testing/callers.ts'
import { Connection } from './database.ts'

const { api, publishableKey } = inject('stack')
/** Networks of visitors that no other test comes from. */
const [HERE, THERE] = ['127.0.0.77', '127.0.0.78']

let holder: Connection
let member: Person
beforeAll(async () => {
  holder = await Connection.open()
  member = await person()
})
afterAll(async () => {
  await holder.close()
  await service().auth.admin.deleteUser(member.id)
})

/** Takes places as requests under way do, until `free`. */
async function hold(caller: string, places: number): Promise<void> {
  await holder.rows('begin')
  await holder.rows(
    'select pg_advisory_xact_lock(hashtextextended($1, place)) from generate_series(1, $2) as place',
    [caller, places],
  )
}
const free = (): Promise<unknown> => holder.rows('rollback')

function visit(
  from: string,
  path = 'genres?select=id&limit=1',
  said = {},
): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const headers = { apikey: publishableKey, ...said }
    const asking = request(
      `${api}/rest/v1/${path}`,
      { localAddress: from, headers, agent: false },
      (answer) => {
        let body = ''
        answer.on('data', (chunk: Buffer) => (body += String(chunk)))
        answer.on('end', () => resolve([answer.statusCode, body]))
      },
    )
    asking.on('error', reject)
    asking.end()
  })
}
const ask = (path: string, init = {}): Promise<Response> =>
  raw(path, { headers: { authorization: `Bearer ${member.token}` }, ...init })

test('a member with six requests under way is told to wait, whatever comes next, and others are not', async () => {
  await hold(`requests of person ${member.id}`, 6)
  const refused = await ask('videos?select=id&limit=1')
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { code: 'PT429', message: expect.any(String), hint: 'too_many_at_once', details: null },
  ])
  const authorization = `Bearer ${member.token}`
  const headers = { authorization, 'content-type': 'application/json' }
  for (const [path, body] of [
    ['rpc/sync_pull', { checkpoints: {} }],
    ['rpc/sync_push', { batches: {} }],
    ['rpc/search_videos', { query: 'の' }],
    ['settings', { name: 'theme', value: 1, edited_at: 1 }],
  ] as const)
    expect([path, (await ask(path, { method: 'POST', body: JSON.stringify(body), headers })).status]).toEqual(
      [path, 429],
    )
  expect((await raw('videos?select=id&limit=1')).status).toBe(200)
  expect((await service().from('videos').select('id').limit(1)).error).toBeNull()
  await free()
  expect((await ask('videos?select=id&limit=1')).status).toBe(200)
})

test('five under way leave one place', async () => {
  await hold(`requests of person ${member.id}`, 5)
  expect((await ask('videos?select=id&limit=1')).status).toBe(200)
  await free()
})

test('visitors of a network share eight places, and what they say of their network does not count', async () => {
  await hold(`requests of network ${HERE}`, 8)
  expect(await visit(HERE)).toMatchObject([429, expect.stringContaining('too_many_at_once')])
  expect((await visit(HERE, undefined, { 'cf-connecting-ip': THERE, 'x-forwarded-for': THERE }))[0]).toBe(429)
  expect((await visit(THERE))[0]).toBe(200)
  expect((await visit('127.0.0.1'))[0]).toBe(200)
  await free()
  expect((await visit(HERE))[0]).toBe(200)
})
