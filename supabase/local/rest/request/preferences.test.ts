import { describe, expect, it } from 'vitest'
import { parsePreferences, preferenceApplied, strictMaxAffected } from './preferences.ts'

describe('parsePreferences', () => {
  it('reads every preference that it knows', () => {
    expect(
      parsePreferences(
        'return=representation, resolution=merge-duplicates,count=exact ,missing=default, handling=lenient,tx=commit, max-affected=3',
      ),
    ).toEqual({
      resolution: 'merge-duplicates',
      representation: 'representation',
      count: 'exact',
      missing: 'default',
      handling: 'lenient',
      transaction: 'commit',
      maxAffected: 3,
    })
  })

  it('lets the first of several count', () => {
    expect(parsePreferences('return=minimal, return=representation').representation).toBe('minimal')
  })

  it('ignores unknown ones unless handling is strict', () => {
    expect(parsePreferences('respond-async, count=none').count).toBeNull()
    expect(() => parsePreferences('respond-async, handling=strict, count=none')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST122',
        details: 'Invalid preferences: respond-async, count=none',
      }),
    )
  })

  it.each(['count=planned', 'count=estimated', 'tx=rollback', 'timezone=Asia/Tokyo'])(
    'names %s as unsupported',
    (given) => {
      expect(() => parsePreferences(`return=minimal, ${given}`)).toThrow(
        expect.objectContaining({ status: 501, message: expect.stringContaining(given) }),
      )
    },
  )

  it('limits affected rows only with strict handling', () => {
    expect(strictMaxAffected(parsePreferences('max-affected=2'))).toBeNull()
    expect(strictMaxAffected(parsePreferences('handling=strict,max-affected=0'))).toBe(0)
    expect(() => parsePreferences('handling=strict,max-affected=-1')).toThrow(
      expect.objectContaining({ code: 'PGRST122' }),
    )
  })
})

describe('preferenceApplied', () => {
  it('lists what was applied, in one order', () => {
    expect(
      preferenceApplied({
        handling: 'strict',
        maxAffected: 0,
        representation: 'minimal',
        resolution: 'ignore-duplicates',
      }),
    ).toBe('resolution=ignore-duplicates, return=minimal, handling=strict, max-affected=0')
    expect(preferenceApplied({ handling: 'lenient', maxAffected: 4 })).toBe('handling=lenient')
    expect(preferenceApplied({ count: null })).toBeNull()
  })
})
