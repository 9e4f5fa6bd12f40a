import { describe, expect, test } from 'vitest'
import { storable } from './storable.ts'

describe('An answer for Cache Storage', () => {
  test('is a whole one where the server says that its list goes on, with its count', async () => {
    const headers = { 'content-range': '0-9/41', 'content-type': 'application/json' }
    const stored = storable(new Response('[1]', { status: 206, headers }))
    expect([stored.status, stored.headers.get('content-range'), await stored.text()]).toEqual([
      200,
      '0-9/41',
      '[1]',
    ])
  })

  test('stays as it is otherwise', () => {
    const answer = new Response('[1]')
    expect(storable(answer)).toBe(answer)
  })
})
