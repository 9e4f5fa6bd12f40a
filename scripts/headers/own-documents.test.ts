import { expect, test } from 'vitest'
import { PAYMENT_PATHS, PAYMENT_SCRIPTS, PHONE_PATHS, PHONE_SCRIPTS } from '../../src/domain/own-documents.ts'
import { documentKindOf, securityHeaders } from '../../supabase/local/web/security-headers.ts'

const SITE = { apiUrl: 'https://ref.supabase.co', paysAtStripe: true, verifiesAtGoogle: true, secure: true }
const policyAt = (path: string): string =>
  securityHeaders(SITE, documentKindOf(path, SITE))['content-security-policy'] ?? ''

test('by whose scripts it names the worker tells a policy from that of every other document', () => {
  for (const path of PHONE_PATHS) expect(policyAt(path)).toContain(PHONE_SCRIPTS)
  for (const path of PAYMENT_PATHS) expect(policyAt(path)).toContain(PAYMENT_SCRIPTS)
  for (const scripts of [PHONE_SCRIPTS, PAYMENT_SCRIPTS]) expect(policyAt('/')).not.toContain(scripts)
})
