import type { CaptchaSettings } from '../auth/captcha.ts'
import { StackRefusal } from '../refusal.ts'
import { isLocalKey, LOCAL_KEYS } from './keys.ts'

/** What the app gets in environment.json; without `scriptUrl` it loads Cloudflare's. */
export type TurnstileWeb = { siteKey: string; scriptUrl?: string }
export type TurnstileSelection = { web: TurnstileWeb; captcha: CaptchaSettings }

const NAMES = ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const
const SITEVERIFY = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/**
 * The widget at Cloudflare whose keys the environment names. The local provider answers for Cloudflare's
 * own keys for tests, and where none are named but `isEnabled`. Else null: nobody is asked for a token.
 */
export function selectTurnstile(
  environment: Readonly<Record<string, string | undefined>>,
  isEnabled: boolean,
  apiUrl: string,
): TurnstileSelection | null {
  const [siteKey, secret] = NAMES.map((name) => environment[name])
  if (Boolean(siteKey) !== Boolean(secret)) {
    throw new StackRefusal(
      `Turnstile needs ${NAMES.join(' and ')}, both or none of them. / Turnstile を使うにはこの2つの環境変数がどちらも必要です。`,
    )
  }
  if (!siteKey || !secret) return isEnabled ? local(LOCAL_KEYS, apiUrl) : null
  if (isLocalKey(siteKey)) return local({ siteKey, secret }, apiUrl)
  return { web: { siteKey }, captcha: { secret, siteverifyUrl: SITEVERIFY } }
}

const local = (
  { siteKey, secret }: { siteKey: string; secret: string },
  apiUrl: string,
): TurnstileSelection => ({
  web: { siteKey, scriptUrl: `${apiUrl}/turnstile/v0/api.js?render=explicit` },
  captcha: { secret, siteverifyUrl: `${apiUrl}/turnstile/v0/siteverify` },
})
