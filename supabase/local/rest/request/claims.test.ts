import { describe, expect, it } from 'vitest'
import { problemOfClaims } from './claims.ts'

const NOW = 1_800_000_000

describe('problemOfClaims', () => {
  it.each([
    {},
    { exp: NOW - 30, nbf: NOW + 30, iat: NOW + 30 },
    { exp: null, nbf: null, iat: null, aud: null },
    { aud: 'authenticated' },
    { aud: [] },
    { aud: ['authenticated', 'others'] },
  ])('accepts %j', (claims) => {
    expect(problemOfClaims(claims, NOW)).toBeNull()
  })

  it.each([
    [{ exp: NOW - 31 }, 'JWT expired'],
    [{ exp: NOW + 0.5 }, 'JWT expired'],
    [{ exp: `${NOW + 60}` }, "The JWT 'exp' claim must be a number"],
    [{ nbf: NOW + 31 }, 'JWT not yet valid'],
    [{ nbf: true }, "The JWT 'nbf' claim must be a number"],
    [{ iat: NOW + 31 }, 'JWT issued at future'],
    [{ iat: 'now' }, "The JWT 'iat' claim must be a number"],
    [{ aud: 1 }, "The JWT 'aud' claim must be a string or an array of strings"],
    [{ aud: ['x', null] }, "The JWT 'aud' claim must be a string or an array of strings"],
    [{ exp: 0, iat: 'now' }, 'JWT expired'],
  ])('refuses %j: %s', (claims, problem) => {
    expect(problemOfClaims(claims, NOW)).toBe(problem)
  })
})
