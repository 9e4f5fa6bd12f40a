import { isPast, type ServerTime } from './server-time.ts'

export const VERIFICATION_LEVELS = { EMAIL_ONLY: 1, PHONE_VERIFIED: 2, ID_VERIFIED: 3 } as const
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[keyof typeof VERIFICATION_LEVELS]

/** Earned once, when level 2 is first reached. */
export const PHONE_BONUS_POINTS = 20

export type PointTransaction = { id: string; amount: number; description: string; created_at: string }

/** What a person reads of their own verification and points. Times are ISO 8601. */
export type OwnVerification = {
  level: VerificationLevel
  /** E.164. */
  phone: string | null
  /** Until when the phone counts as verified. */
  expiry: string | null
  points: { balance: number; lifetime_earned: number }
  /** The newest first. */
  transactions: PointTransaction[]
  /** YYYY-MM-DD, as the person told it; null before. */
  birthDate: string | null
  /** The newest request for level 3. */
  request: { status: 'pending' | 'approved' | 'rejected'; created_at: string } | null
}

/** The Firebase project that sends codes; with `emulatorUrl` a stand-in does, and there is no human check. */
export type FirebaseProject = {
  apiKey: string
  authDomain: string
  projectId: string
  emulatorUrl?: string | undefined
}

/** Why the server did not record a verified number. `phone_taken`: it is another account's; `token_refused`: the proof is too old or wrong. */
export type RecordFailure = 'phone_taken' | 'token_refused' | 'signed_out' | 'offline' | 'server'
export type RecordResult = { ok: true; points: number } | { ok: false; code: RecordFailure }

/** What bucket `verification` takes. */
export const DOCUMENT_MAX_BYTES = 10_000_000
export const DOCUMENT_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const

/** Why the server took no document. */
export const DOCUMENT_REFUSALS = [
  'phone_required',
  'birth_date_missing',
  'birth_date_of_minor',
  'document_missing',
  'already_requested',
  'already_verified',
] as const
export type DocumentFailure =
  | (typeof DOCUMENT_REFUSALS)[number]
  | 'wrong_type'
  | 'too_large'
  | 'signed_out'
  | 'offline'
  | 'server'
export type DocumentResult = { ok: true } | { ok: false; code: DocumentFailure }

/** What is wrong with a file as a document, null when nothing is. */
export function documentProblem(file: { type: string; size: number }): 'wrong_type' | 'too_large' | null {
  if (!Object.hasOwn(DOCUMENT_TYPES, file.type)) return 'wrong_type'
  return file.size > DOCUMENT_MAX_BYTES ? 'too_large' : null
}

/** Does the phone count as verified now? */
export const isPhoneValid = (
  { level, expiry }: Pick<OwnVerification, 'level' | 'expiry'>,
  now: ServerTime,
): boolean => level >= VERIFICATION_LEVELS.PHONE_VERIFIED && expiry !== null && !isPast(expiry, now)
