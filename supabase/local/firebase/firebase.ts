import { decodeJwt } from 'jose'
import * as v from 'valibot'
import type { Service } from '../gateway/service.ts'
import type { SendSms } from '../mail/mail.ts'
import { createPhoneSignIn, FirebaseRefusal } from './phone-sign-in.ts'
import { KEYS_PATH } from './selection.ts'
import { createTokens, TOKEN_LIFETIME_S, type PhoneUser } from './tokens.ts'

type Options = { project: string; sendSms: SendSms; now?: () => number }
type Answer = (request: Request) => Promise<unknown>

const CORS = { 'access-control-allow-origin': '*' }
const TEXT = v.optional(v.string(), '')
const SendCode = v.object({ phoneNumber: TEXT, recaptchaToken: TEXT })
const Confirm = v.object({ sessionInfo: TEXT, code: TEXT })
const Lookup = v.object({ idToken: TEXT })

/** Stands in for what the firebase SDK asks of Google to sign in by phone. Codes are not sent; they are at /sms. All else answers 501. */
export function createFirebase({ project, sendSms, now = Date.now }: Options): Service {
  const tokens = createTokens(project, now)
  const people = createPhoneSignIn(project, now, sendSms)
  const accounts = '/identitytoolkit.googleapis.com/v1/accounts'
  const answers: Readonly<Record<string, Answer>> = {
    'GET /identitytoolkit.googleapis.com/v1/recaptchaParams': () =>
      Promise.resolve({ recaptchaSiteKey: 'local' }),
    // Enterprise is off, so the SDK takes the widget of version 2.
    'GET /identitytoolkit.googleapis.com/v2/recaptchaConfig': () =>
      Promise.resolve({
        recaptchaKey: `projects/${project}/keys/local`,
        recaptchaEnforcementState: [{ provider: 'PHONE_PROVIDER', enforcementState: 'OFF' }],
      }),
    [`POST ${accounts}:sendVerificationCode`]: async (request) => {
      const { phoneNumber, recaptchaToken } = await bodyOf(request, SendCode)
      if (recaptchaToken === '') throw new FirebaseRefusal('CAPTCHA_CHECK_FAILED')
      return { sessionInfo: await people.sendCode(phoneNumber) }
    },
    [`POST ${accounts}:signInWithPhoneNumber`]: async (request) => {
      const { sessionInfo, code } = await bodyOf(request, Confirm)
      const { user, refreshToken, isNew } = people.confirm(sessionInfo, code)
      return {
        idToken: await tokens.sign(user),
        refreshToken,
        expiresIn: String(TOKEN_LIFETIME_S),
        localId: user.uid,
        isNewUser: isNew,
        phoneNumber: user.phone,
      }
    },
    [`POST ${accounts}:lookup`]: async (request) => {
      const { idToken } = await bodyOf(request, Lookup)
      return { users: [described(people.userOf(subjectOf(idToken)))] }
    },
    'POST /securetoken.googleapis.com/v1/token': async (request) => {
      const form = new URLSearchParams(await request.text())
      const refreshToken = form.get('refresh_token') ?? ''
      const user = people.refresh(refreshToken)
      const token = await tokens.sign(user)
      return {
        access_token: token,
        id_token: token,
        refresh_token: refreshToken,
        expires_in: String(TOKEN_LIFETIME_S),
        token_type: 'Bearer',
        user_id: user.uid,
        project_id: project,
      }
    },
    [`GET ${KEYS_PATH}`]: () => tokens.published(),
  }

  return {
    async handle(request) {
      if (request.method === 'OPTIONS') return preflight(request)
      const { pathname } = new URL(request.url)
      const answer = answers[`${request.method} ${decodeURIComponent(pathname)}`]
      if (!answer) return refuse(501, `The local stack has no ${request.method} ${pathname}.`)
      try {
        return Response.json(await answer(request), { headers: { ...CORS, 'cache-control': 'no-store' } })
      } catch (error) {
        if (error instanceof FirebaseRefusal) return refuse(400, error.message)
        throw error
      }
    },
    async close() {},
  }
}

async function bodyOf<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const read = v.safeParse(schema, await request.json().catch(() => null))
  if (!read.success) throw new FirebaseRefusal('INVALID_ARGUMENT')
  return read.output
}

function subjectOf(idToken: string): string {
  try {
    return decodeJwt(idToken).sub ?? ''
  } catch {
    throw new FirebaseRefusal('INVALID_ID_TOKEN')
  }
}

const described = ({ uid, phone, createdMs, signedInMs }: PhoneUser) => ({
  localId: uid,
  phoneNumber: phone,
  providerUserInfo: [{ providerId: 'phone', rawId: phone, phoneNumber: phone }],
  createdAt: String(createdMs),
  lastLoginAt: String(signedInMs),
})

function preflight(request: Request): Response {
  const headers = request.headers.get('access-control-request-headers') ?? '*'
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': headers,
      'access-control-max-age': '600',
    },
  })
}

/** As Google's APIs tell of errors. */
function refuse(status: number, message: string): Response {
  return Response.json({ error: { code: status, message, errors: [{ message }] } }, { status, headers: CORS })
}
