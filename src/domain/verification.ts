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

/** Does the phone count as verified at `nowMs`? */
export const isPhoneValid = (
  { level, expiry }: Pick<OwnVerification, 'level' | 'expiry'>,
  nowMs: number,
): boolean => level >= VERIFICATION_LEVELS.PHONE_VERIFIED && expiry !== null && Date.parse(expiry) > nowMs
