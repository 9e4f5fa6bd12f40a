import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Service } from '../gateway/service.ts'
import { DUMMY_TOKEN, LOCAL_KEYS, outcomeOf, TEST_SECRETS } from './keys.ts'
import { challengePage, WIDGET_SCRIPT } from './pages.ts'

/** Cloudflare's: afterwards a token is not accepted any more. */
const TOKEN_LIFETIME_MS = 5 * 60 * 1000

/** Milliseconds; `hostname`: of the page that the widget was on. */
type Token = { at: number; hostname: string; isSpent: boolean }
type Verdict = {
  success: boolean
  'error-codes': readonly string[]
  challenge_ts?: string
  hostname?: string
}

const Text = v.optional(v.string(), '')
const Question = v.object({ secret: Text, response: Text })

/**
 * Answers below /turnstile/v0 as challenges.cloudflare.com does, for its keys for tests and those of this
 * stack.
 */
export function createTurnstile(now: () => number = Date.now): Service {
  const tokens = new Map<string, Token>()
  const issue = (hostname: string): string => {
    for (const [old, { at }] of tokens) if (now() - at > 2 * TOKEN_LIFETIME_MS) tokens.delete(old)
    const token = `0.${randomBytes(48).toString('base64url')}`
    tokens.set(token, { at: now(), hostname, isSpent: false })
    return token
  }
  const verify = ({ secret, response }: v.InferOutput<typeof Question>): Verdict => {
    if (secret === '') return refused('missing-input-secret')
    const told = TEST_SECRETS[secret]
    if (told === undefined && secret !== LOCAL_KEYS.secret) return refused('invalid-input-secret')
    if (response === '') return refused('missing-input-response')
    if (told) {
      if (response !== DUMMY_TOKEN) return refused('invalid-input-response')
      return told.length === 0 ? accepted(now(), 'localhost') : refused(...told)
    }
    const token = tokens.get(response)
    if (token === undefined) return refused('invalid-input-response')
    if (token.isSpent || now() - token.at > TOKEN_LIFETIME_MS) return refused('timeout-or-duplicate')
    token.isSpent = true
    return accepted(token.at, token.hostname)
  }
  const challenge = (siteKey: string, referrer: string | null): Response => {
    const outcome = outcomeOf(siteKey)
    if (outcome === undefined) return page(challengePage({ failure: '110100' }))
    if (outcome === 'failure') return page(challengePage({ failure: '300030' }))
    const token = outcome === 'token' ? issue(hostOf(referrer)) : DUMMY_TOKEN
    return page(challengePage({ token, isPressed: outcome === 'interactive' }))
  }
  return {
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url)
      switch (`${request.method} ${pathname.replace('/turnstile/v0', '')}`) {
        case 'GET /api.js':
          return typed('text/javascript', WIDGET_SCRIPT)
        case 'GET /challenge':
          return challenge(searchParams.get('sitekey') ?? '', request.headers.get('referer'))
        case 'POST /siteverify': {
          const question = v.safeParse(Question, await bodyOf(request))
          return Response.json(question.success ? verify(question.output) : refused('bad-request'))
        }
        default:
          return Response.json(refused('bad-request'), { status: 404 })
      }
    },
    async close() {},
  }
}

const refused = (...codes: string[]): Verdict => ({ success: false, 'error-codes': codes })
const accepted = (at: number, hostname: string): Verdict => ({
  success: true,
  'error-codes': [],
  challenge_ts: new Date(at).toISOString(),
  hostname,
})

const typed = (type: string, text: string): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' } })
const page = (html: string): Response => typed('text/html', html)

/** Forms and JSON are taken alike. */
async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text()
  if (!/json/.test(request.headers.get('content-type') ?? ''))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const hostOf = (referrer: string | null): string =>
  referrer !== null && URL.canParse(referrer) ? new URL(referrer).hostname : ''
