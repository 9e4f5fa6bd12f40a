import { timingSafeEqual } from 'node:crypto'
import { StripeRefusal } from './errors.ts'

export type Keys = { secretKey: string; publishableKey: string }
export type Access = 'secret' | 'publishable'

const FIND_THEM = 'You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'

/** Which of the two keys a request carries: as bearer, as the user of Basic, or for a browser as the parameter `key`. */
export function accessOf(request: Request, keys: Keys, parameter: string | undefined): Access {
  const key = keyOf(request.headers.get('authorization')) ?? parameter
  if (key === undefined || key === '') {
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message: `You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.`,
    })
  }
  if (isEqual(key, keys.secretKey)) return 'secret'
  if (isEqual(key, keys.publishableKey)) return 'publishable'
  throw new StripeRefusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`,
  })
}

export function requireSecret(access: Access): void {
  if (access === 'secret') return
  throw new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: `This API call cannot be made with a publishable API key. Please use a secret API key. ${FIND_THEM}`,
  })
}

function keyOf(authorization: string | null): string | undefined {
  const [, scheme = '', credentials = ''] = /^(Bearer|Basic) (\S+)$/i.exec(authorization ?? '') ?? []
  if (scheme.toLowerCase() !== 'basic') return credentials === '' ? undefined : credentials
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0]
}

function isEqual(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}
