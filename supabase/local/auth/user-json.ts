import type { User } from './users.ts'

const utc = (time: string): string => time.replace(/\+00(:00)?$/, 'Z')

/** A person as GoTrue shows them: empty times are left out, hashes and tokens never leave. */
export function userJson(user: User): Record<string, unknown> {
  const times = {
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    email_change_sent_at: user.email_change_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
    created_at: user.created_at,
    updated_at: user.updated_at,
  }
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...withoutNulls(times),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(
      ({ id, provider_id, identity_data, user_id, provider, email, ...identityTimes }) => ({
        identity_id: id,
        id: provider_id,
        user_id,
        identity_data,
        provider,
        ...withoutNulls(identityTimes),
        ...(email === null ? {} : { email }),
      }),
    ),
    ...(user.factors.length > 0 && { factors: user.factors.map(factorJson) }),
    is_anonymous: user.is_anonymous,
  }
}

export function factorJson({
  id,
  friendly_name,
  factor_type,
  status,
  created_at,
  updated_at,
}: User['factors'][number]) {
  const times = withoutNulls({ created_at, updated_at })
  return { id, ...times, status, ...(friendly_name && { friendly_name }), factor_type }
}

function withoutNulls(times: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) => (time === null ? [] : [[name, utc(time)] as const])),
  )
}
