import * as v from 'valibot'
import type { Keys } from '../gateway/keys.ts'
import { requireAdmin } from './caller.ts'
import { AuthError } from './errors.ts'
import { OptionalText, parseBody, type AuthRequest } from './request.ts'

/** `siteverifyUrl`: Cloudflare's, or that of the local provider. */
export type CaptchaSettings = { secret: string; siteverifyUrl: string }

/**
 * As in GoTrue (internal/api/api.go): sign-ups, sign-ins, and everything that sends a mail to who is not
 * signed in.
 */
const PROTECTED = /^POST \/(signup|token|recover|resend|magiclink|otp|sso|passkeys\/authentication\/options)$/
const FREE_GRANTS = ['refresh_token', 'pkce', 'id_token']
/** GoTrue's own limit. */
const ANSWER_LIMIT_MS = 10_000

const Body = v.object({
  gotrue_meta_security: v.nullish(v.object({ captcha_token: OptionalText }), {}),
})
const Siteverify = v.object({
  success: v.boolean(),
  'error-codes': v.optional(v.array(v.string()), []),
})

/**
 * GoTrue counts these calls only once their token is accepted, and the others before it looks at the token.
 */
export const precedesRateLimit = ({ method, path }: AuthRequest): boolean =>
  /^POST \/(signup|token)$/.test(`${method} ${path}`)

/**
 * Throws for a request that needs a token and has none that the provider accepts; the service key needs
 * none.
 */
export function openCaptcha(
  settings: CaptchaSettings | null,
  keys: Keys,
  ask: typeof fetch = fetch,
): (request: AuthRequest) => Promise<void> {
  if (settings === null) return async () => {}
  return async (request) => {
    if (!needsToken(request) || (await isAdmin(keys, request))) return
    const token = parseBody(Body, request).gotrue_meta_security?.captcha_token.trim() ?? ''
    if (token === '') throw disallowed('no captcha_token found')
    const { success, 'error-codes': codes } = await siteverify(settings, token, request, ask)
    if (!success) throw disallowed(codes.join(', '))
  }
}

const needsToken = ({ method, path, query }: AuthRequest): boolean =>
  PROTECTED.test(`${method} ${path}`) &&
  !(path === '/token' && FREE_GRANTS.includes(query.get('grant_type') ?? ''))

const isAdmin = (keys: Keys, request: AuthRequest): Promise<boolean> =>
  requireAdmin(keys, request).then(
    () => true,
    () => false,
  )

const disallowed = (why: string): AuthError =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)

async function siteverify(
  { secret, siteverifyUrl }: CaptchaSettings,
  response: string,
  { device }: AuthRequest,
  ask: typeof fetch,
): Promise<v.InferOutput<typeof Siteverify>> {
  try {
    const answer = await ask(siteverifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response, remoteip: device.ip }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    return v.parse(Siteverify, await answer.json())
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed', { cause })
  }
}
