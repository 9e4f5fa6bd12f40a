import { BADGE_MAX } from '#domain/limits.ts'

export const badgeTextOf = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count))
