import { parse } from 'smol-toml'
import * as v from 'valibot'
import type { Finding } from './finding.ts'

const FILE = 'supabase/config.toml'
const PORTS = ['port', 'shadow_port', 'smtp_port', 'pop3_port', 'inspector_port']
const ENTRY_KEYS: Record<string, readonly string[]> = {
  '': ['project_id'],
  api: ['enabled', 'schemas', 'extra_search_path', 'max_rows', 'auto_expose_new_tables'],
  'api.tls': ['enabled', 'cert_path', 'key_path'],
  db: ['major_version', 'health_timeout', 'root_key'],
  'db.pooler': ['enabled', 'pool_mode', 'default_pool_size', 'max_client_conn'],
  'db.migrations': ['enabled', 'schema_paths'],
  'db.seed': ['enabled', 'sql_paths'],
  'db.network_restrictions': ['enabled', 'allowed_cidrs', 'allowed_cidrs_v6'],
  realtime: ['enabled', 'ip_version', 'max_header_length'],
  studio: ['enabled', 'api_url', 'openai_api_key'],
  inbucket: ['enabled', 'admin_email', 'sender_name'],
  storage: ['enabled', 'file_size_limit'],
  'storage.image_transformation': ['enabled'],
  auth: [
    'enabled',
    'site_url',
    'additional_redirect_urls',
    'jwt_expiry',
    'signing_keys_path',
    'enable_refresh_token_rotation',
    'refresh_token_reuse_interval',
    'enable_signup',
    'enable_anonymous_sign_ins',
    'enable_manual_linking',
    'minimum_password_length',
    'password_requirements',
  ],
  'auth.rate_limit': [
    'email_sent',
    'sms_sent',
    'anonymous_users',
    'token_refresh',
    'sign_in_sign_ups',
    'token_verifications',
    'web3',
  ],
  'auth.captcha': ['enabled', 'provider', 'secret'],
  'auth.email': [
    'enable_signup',
    'double_confirm_changes',
    'enable_confirmations',
    'secure_password_change',
    'max_frequency',
    'otp_length',
    'otp_expiry',
  ],
  'auth.email.smtp': ['enabled', 'host', 'user', 'pass', 'admin_email', 'sender_name'],
  'auth.sms': ['enable_signup', 'enable_confirmations', 'template', 'max_frequency'],
  'auth.sessions': ['timebox', 'inactivity_timeout'],
  'auth.mfa': ['max_enrolled_factors'],
  'auth.mfa.totp': ['enroll_enabled', 'verify_enabled'],
  'auth.mfa.phone': ['enroll_enabled', 'verify_enabled', 'otp_length', 'template', 'max_frequency'],
  edge_runtime: ['enabled', 'policy', 'deno_version'],
  analytics: ['enabled', 'backend'],
}
/** Tables with names of our own below them. */
const NAMED: [RegExp, readonly string[]][] = [
  [/^functions\.[\w-]+$/, ['enabled', 'verify_jwt', 'import_map', 'entrypoint', 'static_files']],
  [/^storage\.buckets\.[\w-]+$/, ['public', 'file_size_limit', 'allowed_mime_types', 'objects_path']],
  [/^auth\.email\.(template|notification)\.\w+$/, ['enabled', 'subject', 'content_path']],
]

const Table = v.record(v.string(), v.unknown())
const Config = v.looseObject({
  db: v.looseObject({ major_version: v.number() }),
  functions: v.optional(v.record(v.string(), v.looseObject({})), {}),
})

/**
 * What of config.toml the Supabase CLI does not know, and functions of which it does not say all that a deployment needs: whether the gateway asks for a
 * token, and where the bare names of their imports are explained (the CLI looks beside each function, and the map is shared).
 */
export function configFindings(toml: string, functions: readonly string[]): Finding[] {
  const table = v.parse(Table, parse(toml))
  const config = v.parse(Config, table)
  const wrongs = unknownKeys(table)
  if (config.db.major_version !== 17) wrongs.push('db.major_version is not that of a new hosted project, 17')
  for (const name of functions) {
    const settings = config.functions[name]
    if (typeof settings?.['verify_jwt'] !== 'boolean')
      wrongs.push(`functions.${name} does not say verify_jwt`)
    if (settings?.['import_map'] !== './functions/deno.json')
      wrongs.push(`functions.${name} does not say import_map = "./functions/deno.json"`)
  }
  for (const name of Object.keys(config.functions))
    if (!functions.includes(name)) wrongs.push(`functions.${name}: there is no such function`)
  return wrongs.map((wrong) => ({ file: FILE, wrong }))
}

function unknownKeys(table: Record<string, unknown>, path = ''): string[] {
  // What a single project wants otherwise is said by the same names
  const place = path.replace(/^remotes\.[\w-]+\.?/, '')
  const known = ENTRY_KEYS[place] ?? NAMED.find(([pattern]) => pattern.test(place))?.[1]
  return Object.entries(table).flatMap(([key, value]) => {
    const whole = path === '' ? key : `${path}.${key}`
    if (v.is(Table, value) && !Array.isArray(value)) return unknownKeys(value, whole)
    return known?.includes(key) || PORTS.includes(key) ? [] : [`the Supabase CLI knows no ${whole}`]
  })
}
