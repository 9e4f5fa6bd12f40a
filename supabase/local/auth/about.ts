import type { Keys } from '../gateway/keys.ts'
import type { AuthContext } from './context.ts'

/** GET /health */
export function health(): Record<string, string> {
  return {
    version: 'v2.local',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }
}

/** GET /settings: which ways of signing in there are. */
export function publicSettings({ settings }: AuthContext): Record<string, unknown> {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: !settings.emailConfirmations,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }
}

/** GET /.well-known/jwks.json: what tokens are verified with. */
export function jwks({ keys }: AuthContext): Keys['jwks'] {
  return keys.jwks
}
