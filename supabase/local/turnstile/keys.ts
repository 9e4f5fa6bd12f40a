/** Of the local provider: tokens are good once, for five minutes. */
export const LOCAL_KEYS = { siteKey: 'mirutomo-local', secret: 'mirutomo-local-secret' }

/** Where the widget of a site key leads. `interactive`: to a token, once somebody has pressed the box. */
export type Outcome = 'token' | 'dummy' | 'interactive' | 'failure'

/**
 * Cloudflare's own keys for tests, as https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 * says.
 */
const TEST_SITE_KEYS: Readonly<Record<string, Outcome>> = {
  '1x00000000000000000000AA': 'dummy',
  '1x00000000000000000000BB': 'dummy',
  '2x00000000000000000000AB': 'failure',
  '2x00000000000000000000BB': 'failure',
  '3x00000000000000000000FF': 'interactive',
}
/** What each secret for tests says of the dummy token: these error codes, or none. */
export const TEST_SECRETS: Readonly<Record<string, readonly string[]>> = {
  '1x0000000000000000000000000000000AA': [],
  '2x0000000000000000000000000000000AA': ['invalid-input-response'],
  '3x0000000000000000000000000000000AA': ['timeout-or-duplicate'],
}
/** What the site keys for tests bring; no other secret accepts it. */
export const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX'

export const outcomeOf = (siteKey: string): Outcome | undefined =>
  siteKey === LOCAL_KEYS.siteKey ? 'token' : TEST_SITE_KEYS[siteKey]

export const isLocalKey = (siteKey: string): boolean => outcomeOf(siteKey) !== undefined
