import { describe, expect, test } from 'vitest'
import { premiumDoor, premiumStatus, type PremiumFacts, type PremiumStatus } from './premium.ts'
import { timeOf } from './server-time.ts'

const NOW = timeOf('2026-11-23T00:00:00Z')
const at = (ms: number): string => new Date(NOW + ms).toISOString()
const DAY = 24 * 60 * 60 * 1000

const CASES: [string, PremiumFacts, PremiumStatus, string][] = [
  [
    'never had premium',
    { is_premium: false, premium_plan: null, premium_expiry: null },
    { isActive: false, plan: null, expiresAt: null, daysRemaining: null },
    'upgrade',
  ],
  [
    'is flagged, past the expiry, with a plan',
    { is_premium: true, premium_plan: 'yearly', premium_expiry: at(-1) },
    { isActive: false, plan: 'yearly', expiresAt: at(-1), daysRemaining: 0 },
    'expired',
  ],
  [
    'is flagged, past the expiry, without a plan',
    { is_premium: true, premium_plan: null, premium_expiry: at(-DAY) },
    { isActive: false, plan: 'expired', expiresAt: at(-DAY), daysRemaining: 0 },
    'expired',
  ],
  [
    'lapsed, and the server has taken the flag back',
    { is_premium: false, premium_plan: 'monthly', premium_expiry: at(-DAY) },
    { isActive: false, plan: 'monthly', expiresAt: at(-DAY), daysRemaining: 0 },
    'expired',
  ],
  [
    'is at the very end',
    { is_premium: true, premium_plan: 'monthly', premium_expiry: at(0) },
    { isActive: false, plan: 'monthly', expiresAt: at(0), daysRemaining: 0 },
    'expired',
  ],
  [
    'lapsed a moment ago, by a clock that is ahead of this one',
    { is_premium: false, premium_plan: 'monthly', premium_expiry: at(1) },
    { isActive: false, plan: 'monthly', expiresAt: at(1), daysRemaining: 0 },
    'expired',
  ],
  [
    'has no end',
    { is_premium: true, premium_plan: 'monthly' },
    { isActive: true, plan: 'monthly', expiresAt: null, daysRemaining: null },
    'open',
  ],
  [
    'has no plan',
    { is_premium: true },
    { isActive: true, plan: 'standard', expiresAt: null, daysRemaining: null },
    'open',
  ],
  [
    'has a moment left',
    { is_premium: true, premium_plan: 'monthly', premium_expiry: at(1) },
    { isActive: true, plan: 'monthly', expiresAt: at(1), daysRemaining: 1 },
    'open',
  ],
  [
    'has exactly a day left',
    { is_premium: true, premium_plan: 'monthly', premium_expiry: at(DAY) },
    { isActive: true, plan: 'monthly', expiresAt: at(DAY), daysRemaining: 1 },
    'open',
  ],
  [
    'has a day and a moment left',
    { is_premium: true, premium_plan: 'quarterly', premium_expiry: at(DAY + 1) },
    { isActive: true, plan: 'quarterly', expiresAt: at(DAY + 1), daysRemaining: 2 },
    'open',
  ],
]

describe('whoever', () => {
  test.each(CASES)('%s', (_, facts, status, door) => {
    expect(premiumStatus(facts, NOW)).toEqual(status)
    expect(premiumDoor(status)).toBe(door)
  })

  test('is not known of is offered the plans', () => expect(premiumDoor(null)).toBe('upgrade'))

  test('is active with no days left has lapsed for the gate', () =>
    expect(premiumDoor({ isActive: true, plan: 'monthly', expiresAt: at(0), daysRemaining: 0 })).toBe(
      'expired',
    ))
})
