import type { Pool } from 'pg'
import type { Keys } from '../gateway/keys.ts'
import type { RequestInfo, Service } from '../gateway/service.ts'
import type { SendMail } from '../mail/mail.ts'
import { openCaptcha, precedesRateLimit } from './captcha.ts'
import type { AuthContext, AuthSettings } from './context.ts'
import { openDatabase } from './database.ts'
import { AuthError, errorResponse } from './errors.ts'
import { countGuesses } from './guesses.ts'
import { createMailer } from './mailer.ts'
import { openPasswords } from './passwords.ts'
import { limitRates } from './rate-limits.ts'
import { readRequest } from './request.ts'
import { route, WITHOUT_API_KEY } from './routes.ts'

export type AuthOptions = {
  /** As a superuser, who may act as supabase_auth_admin. */
  adminPool: Pool
  keys: Keys
  apiUrl: string
  siteUrl: string
  redirectUrls: readonly string[]
  settings: AuthSettings
  sendMail: SendMail
  log?: (line: string) => void
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
}
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-max-age': '3600',
}

/** `/auth/v1` in GoTrue's dialect. */
export async function createAuth(options: AuthOptions): Promise<Service> {
  const { log = console.error } = options
  const authUrl = `${options.apiUrl}/auth/v1`
  const limiter = limitRates(options.settings.rateLimits)
  const context: AuthContext = {
    database: openDatabase(options.adminPool),
    passwords: openPasswords(options.adminPool),
    keys: options.keys,
    mailer: createMailer({ ...options, authUrl, countMail: () => limiter.countMail() }),
    authUrl,
    siteUrl: options.siteUrl,
    guesses: countGuesses(),
    limiter,
    verifyCaptcha: openCaptcha(options.settings.captcha ?? null, options.keys),
    settings: {
      secureEmailChange: true,
      mailIntervalSeconds: 1,
      otpExpirySeconds: 3600,
      totpEnroll: false,
      totpVerify: false,
      captcha: null,
      ...options.settings,
    },
  }
  return {
    async handle(request, info) {
      if (request.method === 'OPTIONS') return preflight(request)
      const response = await answer(context, request, info).catch((error: unknown) =>
        failure(error, request, log),
      )
      for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
      response.headers.set('cache-control', 'no-store')
      return response
    },
    async close() {},
  }
}

async function answer(context: AuthContext, request: Request, info: RequestInfo): Promise<Response> {
  const read = await readRequest(request, info.ip)
  const isOpen = WITHOUT_API_KEY.some((pattern) => pattern.test(`${read.method} ${read.path}`))
  if (!isOpen) requireApiKey(context.keys, request)
  const isVerifiedFirst = precedesRateLimit(read)
  if (isVerifiedFirst) await context.verifyCaptcha(read)
  context.limiter.count(read)
  if (!isVerifiedFirst) await context.verifyCaptcha(read)
  const result = await route(context, read)
  if (result instanceof Response) return result
  return result === null ? new Response(null, { status: 204 }) : Response.json(result)
}

/** As the hosted gateway refuses, before the service is asked. */
function requireApiKey(keys: Keys, request: Request): void {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  if (key === null) throw new AuthError(401, 'no_api_key', 'No API key found in request')
  if (keys.roleOfApiKey(key) === null) throw new AuthError(401, 'invalid_api_key', 'Invalid API key')
}

function failure(error: unknown, request: Request, log: (line: string) => void): Response {
  const known =
    error instanceof AuthError
      ? error
      : new AuthError(
          500,
          'unexpected_failure',
          'Unexpected failure, please check server logs for more information',
          {
            cause: error,
          },
        )
  if (known.status >= 500 && known.cause !== undefined) {
    log(
      `auth ${request.method} ${new URL(request.url).pathname}: ${known.message}: ${known.cause instanceof Error ? known.cause.stack : 'no cause'}`,
    )
  }
  return errorResponse(known, request)
}

function preflight(request: Request): Response {
  const headers = request.headers.get('access-control-request-headers') ?? '*'
  return new Response(null, {
    status: 204,
    headers: { ...PREFLIGHT, 'access-control-allow-headers': headers },
  })
}
