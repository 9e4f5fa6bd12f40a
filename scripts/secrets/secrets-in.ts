import * as v from 'valibot'

/** What no browser may be given, by its look. */
const SHAPES: readonly [what: string, shape: RegExp][] = [
  ['a secret key of Supabase', /\bsb_secret_[A-Za-z0-9_-]{8,}/],
  ['a secret key of Stripe', /\b[sr]k_(?:live|test)_[A-Za-z0-9]{8,}/],
  ['a signing secret of Stripe', /\bwhsec_[A-Za-z0-9+/=]{8,}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\[nr])*[A-Za-z0-9+/=]{8,}/],
  ['an address of a database with its password', /\bpostgres(?:ql)?:\/\/[^\s"'`:@/]+:[^\s"'`@/]+@/],
]
const TOKEN = /\beyJ[A-Za-z0-9_-]{5,}\.(eyJ[A-Za-z0-9_-]{5,})\.[A-Za-z0-9_-]{5,}/g
const Claims = v.object({ role: v.string() })
/** Roles that a browser may speak in. */
const OPEN_ROLES = ['anon', 'authenticated']

const SECRET_NAME =
  /SECRET|SERVICE_ROLE|SERVICE_KEY|PRIVATE|PASSWORD|PASSPHRASE|TOKEN|^YOUTUBE_API_KEY$|^(DATABASE|DB|POSTGRES)_?UR[LI]$/
/** Shorter values stand in any file by chance. */
const SHORTEST_VALUE = 12

/** Says what secrets stand in a text: those of a known shape, and the values of `environment` whose names tell of a secret. Never the secret itself. */
export function secretsIn(text: string, environment: Readonly<Record<string, string | undefined>>): string[] {
  const shapes = SHAPES.filter(([, shape]) => shape.test(text)).map(([what]) => what)
  const tokens = [...text.matchAll(TOKEN)].flatMap(([, payload = '']) => {
    const role = roleOf(payload)
    return role === undefined || OPEN_ROLES.includes(role) ? [] : [`a token of the role ${role}`]
  })
  const values = Object.entries(environment)
    .filter(([name, value = '']) => SECRET_NAME.test(name) && isWritten(text, value))
    .map(([name]) => `the value of ${name}`)
  return [...new Set([...shapes, ...tokens, ...values])]
}

const isWritten = (text: string, value: string): boolean =>
  value.length >= SHORTEST_VALUE &&
  // As it is, as a script or JSON writes it, and as an address does
  [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].some((form) => text.includes(form))

function roleOf(payload: string): string | undefined {
  try {
    const claims = v.safeParse(Claims, JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return claims.success ? claims.output.role : undefined
  } catch {
    return undefined
  }
}
