import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { databaseError } from './database-error.ts'
import type { RestError } from './rest-error.ts'

function answered(
  code: string,
  message = 'x',
  more: { detail?: string; hint?: string; anonymous?: boolean } = {},
): RestError {
  const error = Object.assign(new DatabaseError(message, 1, 'error'), {
    code,
    detail: more.detail,
    hint: more.hint,
  })
  return databaseError(error, { anonymous: more.anonymous ?? false })
}

describe('databaseError', () => {
  it.each([
    ['23502', 400],
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['22P02', 400],
    ['42703', 400],
    ['42P01', 404],
    ['42883', 404],
    ['42P17', 500],
    ['25006', 405],
    ['25P02', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['40001', 500],
    ['53300', 503],
    ['53400', 500],
    ['57014', 500],
    ['57P01', 503],
    ['54001', 500],
    ['XX000', 500],
    ['PT402', 402],
    ['PT40A', 500],
    ['PT999', 500],
    ['0LP01', 403],
  ])('answers %s with %i', (code, status) => {
    expect(answered(code)).toMatchObject({ status, code })
  })

  it('asks an anonymous caller to sign in, and forbids another', () => {
    expect(answered('42501', 'denied', { anonymous: true })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    })
    expect(answered('42501', 'denied')).toMatchObject({ status: 403, headers: {} })
  })

  it('tells kinds of one code apart', () => {
    expect(answered('21000', 'DELETE requires a WHERE clause').status).toBe(400)
    expect(answered('21000', 'more than one row returned by a subquery').status).toBe(500)
    expect(answered('22023', 'role "ghost" does not exist').status).toBe(401)
    expect(answered('22023', 'invalid value').status).toBe(400)
  })

  it('passes on message, details and hint', () => {
    expect(answered('P0001', 'no', { detail: 'why', hint: 'how' })).toMatchObject({
      message: 'no',
      details: 'why',
      hint: 'how',
    })
    expect(answered('P0001', 'no')).toMatchObject({ details: null, hint: null })
  })

  it('lets SQL say the whole response', () => {
    const message = '{"code":"123","message":"ABC","details":"DEF","hint":"XYZ"}'
    expect(answered('PGRST', message, { detail: '{"status":332,"headers":{"x-y":"z"}}' })).toMatchObject({
      status: 332,
      code: '123',
      message: 'ABC',
      details: 'DEF',
      hint: 'XYZ',
      headers: { 'x-y': 'z' },
    })
  })

  it.each([
    ['no json', '{"status":200,"headers":{}}', "Invalid JSON value for MESSAGE: 'no json'"],
    ['{"code":"1"}', '{"status":200,"headers":{}}', 'Invalid JSON value for MESSAGE: \'{"code":"1"}\''],
    ['{"code":"1","message":"m"}', undefined, 'DETAIL is missing in the RAISE statement'],
    ['{"code":"1","message":"m"}', '{"status":9}', 'Invalid JSON value for DETAIL: \'{"status":9}\''],
  ])('answers PGRST121 to %s and %s', (message, detail, details) => {
    expect(answered('PGRST', message, detail === undefined ? {} : { detail })).toMatchObject({
      status: 500,
      code: 'PGRST121',
      details,
    })
  })
})
