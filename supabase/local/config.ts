import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as v from 'valibot'
import { StackRefusal } from './refusal.ts'

/** A duration such as `90s` or `1m30s`, in seconds. */
const Seconds = v.pipe(
  v.string(),
  v.regex(/^(\d+m)?(\d+s)?$/),
  v.transform((text) => {
    const [, minutes = '0', seconds = '0'] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }),
)

/** What the embedded stack takes from config.toml, with the Supabase CLI's defaults; the rest of that file is the CLI's alone. */
const Config = v.object({
  api: v.optional(
    v.object({
      schemas: v.optional(v.array(v.string()), ['public']),
      max_rows: v.optional(v.number(), 1000),
    }),
    {},
  ),
  db: v.optional(
    v.object({
      seed: v.optional(
        v.object({
          enabled: v.optional(v.boolean(), true),
          sql_paths: v.optional(v.array(v.string()), ['./seed.sql']),
        }),
        {},
      ),
    }),
    {},
  ),
  auth: v.optional(
    v.object({
      jwt_expiry: v.optional(v.number(), 3600),
      refresh_token_reuse_interval: v.optional(v.number(), 10),
      minimum_password_length: v.optional(v.number(), 6),
      additional_redirect_urls: v.optional(v.array(v.string()), []),
      rate_limit: v.optional(
        v.object({
          email_sent: v.optional(v.number(), 2),
          sign_in_sign_ups: v.optional(v.number(), 30),
          token_refresh: v.optional(v.number(), 150),
          token_verifications: v.optional(v.number(), 30),
        }),
        {},
      ),
      captcha: v.optional(
        v.object({
          enabled: v.optional(v.boolean(), false),
          // The one that the app has a widget for
          provider: v.literal('turnstile'),
        }),
      ),
      email: v.optional(
        v.object({
          enable_confirmations: v.optional(v.boolean(), false),
          double_confirm_changes: v.optional(v.boolean(), true),
          max_frequency: v.optional(Seconds, '1s'),
          otp_expiry: v.optional(v.number(), 3600),
        }),
        {},
      ),
      mfa: v.optional(
        v.object({
          totp: v.optional(
            v.object({
              enroll_enabled: v.optional(v.boolean(), false),
              verify_enabled: v.optional(v.boolean(), false),
            }),
            {},
          ),
        }),
        {},
      ),
    }),
    {},
  ),
  functions: v.optional(v.record(v.string(), v.object({ verify_jwt: v.optional(v.boolean(), true) })), {}),
})
export type Config = v.InferOutput<typeof Config>

export async function readConfig(supabaseFolder: string): Promise<Config> {
  const file = join(supabaseFolder, 'config.toml')
  try {
    return v.parse(Config, parse(await readFile(file, 'utf8')))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new StackRefusal(`${file} cannot be read: ${reason} / config.toml を読み込めません。`, { cause })
  }
}
