import { health, jwks, publicSettings } from './about.ts'
import { deleteFactorOf, getFactors } from './admin-factors.ts'
import { generateLink } from './admin-links.ts'
import { createUser, deleteUserById, getUserById, getUsers, updateUserById } from './admin-users.ts'
import type { AuthContext } from './context.ts'
import { challengeFactor, verifyFactor } from './factor-challenges.ts'
import { enrollFactor, unenrollFactor } from './factors.ts'
import { AuthError, invalidRequest, notSupported } from './errors.ts'
import { logout } from './logout.ts'
import { recover, resend } from './recover.ts'
import type { AuthRequest } from './request.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { changeUser, getUser } from './user.ts'
import { verifyByCode, verifyByLink } from './verify.ts'

/** JSON, no content (null), or a whole response; `parameter` is what the path's group caught. */
type Endpoint = (context: AuthContext, request: AuthRequest, parameter: string) => unknown

/** Reached by links in mails and by anybody's verifier of tokens, which have no key to show. */
export const WITHOUT_API_KEY = [/^GET \/verify$/, /^GET \/\.well-known\/jwks\.json$/, /^GET \/authorize$/]

const refuse =
  (error: () => AuthError): Endpoint =>
  () => {
    throw error()
  }
const unsupported: Endpoint = (_, { method, path }) => {
  throw notSupported(`${method} /auth/v1${path}`)
}

/** The first that matches `METHOD path` answers. */
const ROUTES: readonly (readonly [RegExp, Endpoint])[] = [
  [/^POST \/signup$/, signUp],
  [/^POST \/token$/, token],
  [/^GET \/user$/, getUser],
  [/^PUT \/user$/, changeUser],
  [/^POST \/recover$/, recover],
  [/^POST \/resend$/, resend],
  [/^GET \/verify$/, verifyByLink],
  [/^POST \/verify$/, verifyByCode],
  [/^POST \/logout$/, logout],
  [/^POST \/factors$/, enrollFactor],
  [/^POST \/factors\/([^/]+)\/challenge$/, challengeFactor],
  [/^POST \/factors\/([^/]+)\/verify$/, verifyFactor],
  [/^DELETE \/factors\/([^/]+)$/, unenrollFactor],
  [/^GET \/settings$/, publicSettings],
  [/^GET \/health$/, health],
  [/^GET \/\.well-known\/jwks\.json$/, jwks],
  [/^GET \/admin\/users$/, getUsers],
  [/^POST \/admin\/users$/, createUser],
  [/^GET \/admin\/users\/([^/]+)$/, getUserById],
  [/^PUT \/admin\/users\/([^/]+)$/, updateUserById],
  [/^DELETE \/admin\/users\/([^/]+)$/, deleteUserById],
  [/^GET \/admin\/users\/([^/]+)\/factors$/, getFactors],
  [/^DELETE \/admin\/users\/([^/]+\/factors\/[^/]+)$/, deleteFactorOf],
  [/^POST \/admin\/generate_link$/, generateLink],
  [/^GET \/authorize$/, refuse(() => invalidRequest('Unsupported provider: provider is not enabled'))],
  [/^POST \/sso$/, refuse(() => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'))],
  [
    /^\w+ \/user\/identities/,
    refuse(() => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')),
  ],
  [
    /^\w+ \/(otp|magiclink|invite|reauthenticate|factors|admin|oauth|passkeys|callback|saml)(\/|$)/,
    unsupported,
  ],
]

export async function route(context: AuthContext, request: AuthRequest): Promise<unknown> {
  const line = `${request.method} ${request.path}`
  for (const [pattern, endpoint] of ROUTES) {
    const match = pattern.exec(line)
    if (match) return endpoint(context, request, decodeParameter(match[1] ?? ''))
  }
  const otherMethod = ROUTES.some(([pattern]) =>
    ['GET', 'POST', 'PUT', 'DELETE'].some((m) => pattern.test(`${m} ${request.path}`)),
  )
  if (otherMethod) throw new AuthError(405, 'bad_method', `${request.method} is not allowed here`)
  throw new AuthError(404, 'not_found', `There is nothing at /auth/v1${request.path}`)
}

function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidRequest('The path is malformed')
  }
}
