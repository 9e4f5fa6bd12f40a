import { describe, expect, it } from 'vitest'
import { mediaTypeOf, negotiateOutput } from './media-type.ts'

describe('negotiateOutput', () => {
  it.each([
    [null, 'array', 'application/json; charset=utf-8'],
    ['*/*', 'array', 'application/json; charset=utf-8'],
    ['text/html, application/xml;q=0.9, */*;q=0.8', 'array', 'application/json; charset=utf-8'],
    ['Application/JSON; charset=utf-8', 'array', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    ['application/vnd.pgrst.object', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/json;q=0.5, application/vnd.pgrst.object+json',
      'object',
      'application/vnd.pgrst.object+json; charset=utf-8',
    ],
  ])('answers %j with an %s', (accept, shape, contentType) => {
    expect(negotiateOutput(accept)).toEqual({ shape, contentType, stripNulls: false })
  })

  it('strips nulls when asked to', () => {
    expect(negotiateOutput('application/vnd.pgrst.array+json;nulls=stripped')).toEqual({
      shape: 'array',
      stripNulls: true,
      contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    })
    expect(negotiateOutput('application/vnd.pgrst.object+json; nulls=stripped')).toMatchObject({
      shape: 'object',
      stripNulls: true,
    })
  })

  it.each([
    'text/csv',
    'application/geo+json',
    'application/openapi+json',
    'application/vnd.pgrst.plan+json; for="application/json"; options=analyze;',
    'application/vnd.pgrst.plan; for="text/csv, application/json"',
  ])('names %s as unsupported', (accept) => {
    expect(() => negotiateOutput(accept)).toThrow(expect.objectContaining({ status: 501, code: 'PGRST501' }))
  })

  it('refuses what it cannot produce', () => {
    expect(() => negotiateOutput('text/html, image/png')).toThrow(
      expect.objectContaining({
        status: 406,
        code: 'PGRST107',
        message: 'None of these media types are available: text/html, image/png',
      }),
    )
  })
})

describe('mediaTypeOf', () => {
  it('leaves parameters out', () => {
    expect(mediaTypeOf('Application/JSON; charset="utf-8;x"')).toBe('application/json')
  })
})
