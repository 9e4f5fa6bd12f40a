import { describe, expect, it } from 'vitest'
import { type ApiRequest, readApiRequest } from './api-request.ts'

function read(method: string, path: string, headers: Record<string, string> = {}): ApiRequest {
  return readApiRequest(new Request(`http://x/rest/v1${path}`, { method, headers }), ['public', 'other'])
}

describe('readApiRequest', () => {
  it.each([
    ['GET', 'read'],
    ['HEAD', 'read'],
    ['POST', 'insert'],
    ['PATCH', 'update'],
    ['DELETE', 'delete'],
    ['OPTIONS', 'describe'],
  ])('takes %s of a table for %s', (method, kind) => {
    expect(read(method, '/videos').action).toEqual({ kind, table: { schema: 'public', name: 'videos' } })
  })

  it('decodes names', () => {
    expect(read('GET', '/%E5%A4%9C%20%22x%2Fy%22').action).toMatchObject({ table: { name: '夜 "x/y"' } })
  })

  it.each([
    ['GET', false],
    ['HEAD', false],
    ['POST', true],
  ])('takes %s of a function for a call', (method, byPost) => {
    expect(read(method, '/rpc/f').action).toEqual({
      kind: 'call',
      function: { schema: 'public', name: 'f' },
      byPost,
    })
  })

  it('chooses the schema by the header that belongs to the method', () => {
    expect(read('GET', '/t', { 'accept-profile': 'other' })).toMatchObject({
      schema: 'other',
      schemaNegotiated: true,
    })
    expect(read('PATCH', '/t', { 'accept-profile': 'other' }).schema).toBe('public')
    expect(read('PATCH', '/t', { 'content-profile': 'other' }).schema).toBe('other')
    expect(() => read('GET', '/t', { 'accept-profile': 'auth' })).toThrow(
      expect.objectContaining({
        status: 406,
        code: 'PGRST106',
        message: 'Invalid schema: auth',
        hint: 'Only the following schemas are exposed: public, other',
      }),
    )
  })

  it.each([
    ['GET', '/', 501, 'PGRST501'],
    ['GET', '', 501, 'PGRST501'],
    ['GET', '/a/b', 404, 'PGRST125'],
    ['GET', '/rpc/a/b', 404, 'PGRST125'],
    ['GET', '/a//b', 404, 'PGRST125'],
    ['GET', '/%00', 404, 'PGRST125'],
    ['GET', '/%ff', 404, 'PGRST125'],
    ['PUT', '/t', 501, 'PGRST501'],
    ['PURGE', '/t', 405, 'PGRST117'],
    ['DELETE', '/rpc/f', 405, 'PGRST101'],
    ['PATCH', '/rpc/f', 405, 'PGRST101'],
  ])('answers %s %j with %i', (method, path, status, code) => {
    expect(() => read(method, path)).toThrow(expect.objectContaining({ status, code }))
  })
})
