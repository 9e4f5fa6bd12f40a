import { describe, expect, it } from 'vitest'
import { type Payload, readPayload } from './payload.ts'

function read(
  body: BodyInit,
  options: { columns?: string[]; empty?: boolean; type?: string } = {},
): Promise<Payload> {
  const headers = { 'content-type': options.type ?? 'application/json' }
  return readPayload(new Request('http://x/', { method: 'POST', headers, body }), {
    columns: options.columns ?? null,
    emptyIsObject: options.empty ?? false,
  })
}

describe('readPayload', () => {
  it('keeps the text as it came', async () => {
    const text = ' {"a": 9007199254740993, "a b": 1.10}'
    expect(await read(text)).toEqual({ text, isObject: true, size: 1, columns: ['a', 'a b'] })
  })

  it('takes the keys that all objects have', async () => {
    expect(await read('[{"a":1,"b":2},{"b":1,"a":2}]')).toMatchObject({
      isObject: false,
      size: 2,
      columns: ['a', 'b'],
    })
    expect(await read('[]')).toMatchObject({ size: 0, columns: [] })
  })

  it.each([
    '[{"a":1},{"b":1}]',
    '[{"a":1},{"a":1,"b":2}]',
    '[{"a":1},2]',
    '[[1]]',
    '5',
    'null',
    '"x"',
    '[null]',
  ])('refuses %s', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      status: 400,
      code: 'PGRST102',
      message: 'All object keys must match',
    })
  })

  it('lets columns= name the keys of objects that differ', async () => {
    expect(await read('[{"a":1},{"b":1}]', { columns: ['a', 'b'] })).toMatchObject({ columns: ['a', 'b'] })
  })

  it.each(['', '{', '}{ x = 2', '{"a":1}x', "{'a':1}"])('refuses %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'PGRST102', message: 'Empty or invalid json' })
  })

  it('refuses what is not UTF-8', async () => {
    await expect(read(new Uint8Array([0x22, 0xff, 0x22]))).rejects.toMatchObject({ code: 'PGRST102' })
  })

  it('takes nothing for an empty object where a function is called', async () => {
    expect(await read('', { empty: true })).toMatchObject({ text: '{}', columns: [] })
  })

  it('knows only JSON', async () => {
    await expect(read('a\n1', { type: 'text/csv' })).rejects.toMatchObject({ status: 501 })
    await expect(read('a=1', { type: 'application/x-www-form-urlencoded' })).rejects.toMatchObject({
      status: 501,
    })
    await expect(read('x', { type: 'audio/mpeg' })).rejects.toMatchObject({
      code: 'PGRST102',
      message: 'Content-Type not acceptable: audio/mpeg',
    })
    expect(await read('{}', { type: 'application/json; charset=utf-8' })).toMatchObject({ text: '{}' })
  })
})
