import * as v from 'valibot'
import { ADULT_AGE } from './age.ts'

/** Points of a match, at most; together 100 (DESIGN §7). The server counts the same: `private.match_score`, held equal by matching-vectors.json. */
export const MATCH_WEIGHTS = {
  favorites: 25,
  ratings: 15,
  agreement: 30,
  genres: 15,
  interests: 15,
} as const
export type MatchReason = keyof typeof MATCH_WEIGHTS

/** For one thing in common. */
const POINTS_EACH = { favorites: 5, ratings: 3, genres: 5, interests: 5 } as const
/** From so many videos on that both rated, how near the scores are counts in full. */
const RATINGS_FOR_FULL_AGREEMENT = 5
/** The largest distance of two scores of one axis, in half points. */
const LARGEST_DISTANCE = 8

const count = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)
const texts = v.optional(v.array(v.string()), [])

/** What two people have in common. */
export const MatchFeatures = v.object({
  common_favorites: count,
  /** Videos that both rated. */
  common_ratings: count,
  /** Over these videos: how many scores (the overall one and the six axes) both gave, and how far apart they are in half points. */
  score_pairs: count,
  score_distance: count,
  /** Ids of genres (spec §3). */
  common_genres: texts,
  common_interests: texts,
})
export type MatchFeatures = v.InferOutput<typeof MatchFeatures>

export type MatchPoints = Record<MatchReason, number>

/** The points of each reason: whole numbers, at most MATCH_WEIGHTS. */
export function matchPoints(features: MatchFeatures): MatchPoints {
  const each = (reason: keyof typeof POINTS_EACH, things: number): number =>
    Math.min(MATCH_WEIGHTS[reason], POINTS_EACH[reason] * things)
  const { score_pairs: pairs, score_distance: distance, common_ratings } = features
  const nearness = Math.max(0, LARGEST_DISTANCE * pairs - distance)
  const full = LARGEST_DISTANCE * pairs * RATINGS_FOR_FULL_AGREEMENT
  const weight = Math.min(common_ratings, RATINGS_FOR_FULL_AGREEMENT)
  return {
    favorites: each('favorites', features.common_favorites),
    ratings: each('ratings', common_ratings),
    agreement: full === 0 ? 0 : Math.floor((MATCH_WEIGHTS.agreement * nearness * weight) / full),
    genres: each('genres', features.common_genres.length),
    interests: each('interests', features.common_interests.length),
  }
}

/** 0–100. */
export const matchScore = (features: MatchFeatures): number =>
  Object.values(matchPoints(features)).reduce((sum, points) => sum + points, 0)

/** Why two people match, the weightiest first; only reasons that gave points. */
export function matchReasons(features: MatchFeatures): { reason: MatchReason; points: number }[] {
  const points = matchPoints(features)
  const given = (Object.keys(MATCH_WEIGHTS) as MatchReason[]).filter((reason) => points[reason] > 0)
  return given.map((reason) => ({ reason, points: points[reason] })).toSorted((a, b) => b.points - a.points)
}

export const ACTIVITY_LEVELS = ['very_active', 'active', 'moderate', 'casual'] as const
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number]
export const GENDER_PREFERENCES = ['any', 'male', 'female'] as const
export type GenderPreference = (typeof GENDER_PREFERENCES)[number]

/** A candidate as the server offers them: what is told of them beside their profile, and what both have in common. */
export const MatchOffer = v.object({
  ...MatchFeatures.entries,
  score: v.optional(v.number(), 0),
  /** Years. The birth date itself never leaves the server. */
  age: v.exactOptional(v.number()),
  location: v.exactOptional(v.string()),
  gender: v.exactOptional(v.string()),
  phone_verified: v.optional(v.boolean(), false),
  activity: v.exactOptional(v.picklist(ACTIVITY_LEVELS)),
  common_videos_count: count,
  common_friends: count,
  /** Genre id → how much of what they watch, in percent. */
  viewing_trends: v.optional(v.record(v.string(), v.number()), {}),
})
export type MatchOffer = v.InferOutput<typeof MatchOffer>

export const FREE_MATCH_CANDIDATES = 3
export const PREMIUM_MATCH_CANDIDATES = 10
/** The setting of the account that holds what the person looks for. */
export const MATCHING_FILTER = 'matching-filter'
const OLDEST_AGE = 120

const age = v.pipe(v.number(), v.integer(), v.minValue(ADULT_AGE), v.maxValue(OLDEST_AGE))

/** Whom the person looks for; a field that is absent leaves it open. All but the gender need premium (DESIGN §7). */
export const MatchingFilter = v.object({
  gender: v.optional(v.picklist(GENDER_PREFERENCES), 'any'),
  age_from: v.exactOptional(age),
  age_to: v.exactOptional(age),
  area: v.exactOptional(v.pipe(v.string(), v.maxLength(60))),
  activity: v.exactOptional(v.picklist(ACTIVITY_LEVELS)),
})
export type MatchingFilter = v.InferOutput<typeof MatchingFilter>

/** What was stored as the filter, or the one that leaves everything open. */
export function matchingFilterOf(stored: unknown): MatchingFilter {
  const read = v.safeParse(MatchingFilter, stored)
  return read.success ? read.output : { gender: 'any' }
}

/** A share as the width of a bar: 0–100 (spec §2). */
export const barWidth = (percent: number): number => Math.min(100, Math.max(0, percent))
