import type { Account, Suspension } from '#domain/account.ts'
import { premiumStatus, type PremiumFacts } from '#domain/premium.ts'
import type { ServerTime } from '#domain/server-time.ts'
import { emailName } from '#domain/text.ts'
import type { SignedIn } from './session/session-state.ts'

/** What the app needs of a person's profile. */
export type OwnProfile = PremiumFacts & {
  username: string
  avatar_url?: string | undefined
  role?: string | undefined
  youtuber_profile_id?: string | undefined
  suspension?: Suspension | undefined
}

/** Spec §2, header: the username, or the part of the e-mail before the @. */
export function accountOf(
  { userId, email, username }: SignedIn,
  profile: OwnProfile | null,
  now: ServerTime,
): Account {
  return {
    userId,
    email,
    name: profile?.username || username || emailName(email),
    avatarUrl: profile?.avatar_url ?? null,
    isPremium: profile !== null && premiumStatus(profile, now).isActive,
    isCreator: profile?.youtuber_profile_id !== undefined,
    ...(profile && { role: profile.role ?? null }),
    ...(profile?.suspension && { suspension: profile.suspension }),
  }
}
