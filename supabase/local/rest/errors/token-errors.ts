import { RestError } from './rest-error.ts'

/** 401 without a code, as the gateway of hosted Supabase answers a request that carries no API key. */
export function missingApiKey(): RestError {
  return new RestError({
    status: 401,
    code: 'PGRST301',
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** 401 for an API key that is none of this stack's. */
export function unknownApiKey(): RestError {
  return new RestError({
    status: 401,
    code: 'PGRST301',
    message: 'Invalid API key',
    hint: 'Double check your Supabase `anon` or `service_role` API key.',
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** PGRST301: a token that this stack did not sign. */
export function unreadableToken(message: string, details: string | null = null): RestError {
  return new RestError({
    status: 401,
    code: 'PGRST301',
    message,
    details,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}

/** PGRST303: a genuine token whose claims are not acceptable (any more). */
export function unacceptableClaims(message: string): RestError {
  return new RestError({
    status: 401,
    code: 'PGRST303',
    message,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}
