import { isAuthApiError, isAuthRetryableFetchError, type AuthError } from '@supabase/supabase-js'
import type { AuthFailure, AuthResult } from '#domain/account.ts'

const FAILURES: Record<string, AuthFailure> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  user_already_exists: 'user_already_exists',
  email_exists: 'user_already_exists',
  weak_password: 'weak_password',
  same_password: 'same_password',
  email_address_invalid: 'email_invalid',
  email_address_not_authorized: 'email_invalid',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  captcha_failed: 'human_check_failed',
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  user_banned: 'banned',
  reauthentication_needed: 'reauthentication_needed',
  reauthentication_not_valid: 'reauthentication_needed',
  insufficient_aal: 'reauthentication_needed',
  mfa_verification_failed: 'wrong_code',
  mfa_challenge_expired: 'wrong_code',
  mfa_factor_not_found: 'second_factor_missing',
  mfa_factor_name_conflict: 'second_factor_exists',
  too_many_enrolled_mfa_factors: 'second_factor_exists',
  mfa_totp_enroll_not_enabled: 'second_factor_unavailable',
  mfa_totp_verify_not_enabled: 'second_factor_unavailable',
  identity_already_exists: 'identity_exists',
  identity_not_found: 'identity_missing',
  single_identity_not_deletable: 'identity_needed',
  session_not_found: 'signed_out',
  session_expired: 'signed_out',
  refresh_token_not_found: 'signed_out',
  refresh_token_already_used: 'signed_out',
  user_not_found: 'signed_out',
  bad_jwt: 'signed_out',
  validation_failed: 'invalid',
}

export function failureOf(error: AuthError): AuthFailure {
  if (isAuthRetryableFetchError(error)) return error.status ? 'server' : 'offline'
  if (error.name === 'AuthSessionMissingError') return 'signed_out'
  if (error.name === 'AuthInvalidCredentialsError') return 'credentials_missing'
  const known = error.code ? FAILURES[error.code] : undefined
  if (known) return known
  if (error.status === 429) return 'rate_limited'
  return isAuthApiError(error) && error.status < 500 ? 'invalid' : 'server'
}

export const answer = <T>(error: AuthError | null, value: T): AuthResult<T> =>
  error ? { ok: false, code: failureOf(error) } : { ok: true, value }
