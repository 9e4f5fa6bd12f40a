import type { SyncRefusal } from '#domain/errors.ts'
import type { Failure } from '../values.ts'

/** `private.refusal_code`. */
export function refusalCode({ state, constraint }: Failure): SyncRefusal {
  if (constraint === 'favorite_limit') return 'favorite_limit'
  if (constraint === 'conversation_blocked') return 'blocked'
  if (constraint === 'relation_adult' || constraint === 'message_adult') return 'adult_required'
  if (constraint === 'message_age_checked') return 'age_check_required'
  if (constraint.endsWith('_length') || state === '22001' || state === '54000') return 'too_long'
  if (state === '42501') return 'forbidden'
  if (state === '23503' || state === 'P0002') return 'not_found'
  return state.startsWith('22') || state.startsWith('23') ? 'invalid' : 'server_error'
}
