import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { liking } from '../people/tastes.ts'
import type { Person } from '../people/people.ts'
import { randomFor, uuidFor } from '../random.ts'
import type { SeedVideo } from '../videos.ts'
import type { SeedRating } from './ratings.ts'
import type { Manner, Sentences } from './sentences.ts'

export type SeedReply = { id: string; rating: SeedRating; person: Person; body: string; minutesAgo: number }
export type SeedLike = { rating: SeedRating; person: Person; minutesAgo: number }
export type SeedMark = { person: Person; video: SeedVideo; minutesAgo: number }

/** Each comment is liked by people whose own score is close, the more so the longer it is. */
export function seedLikes(ratings: readonly SeedRating[], people: readonly Person[]): SeedLike[] {
  const scores = new Map(ratings.map((rating) => [keyOf(rating.person, rating.video), rating.overall]))
  return reviews(ratings).flatMap((rating) => {
    const random = randomFor(`likes of ${keyOf(rating.person, rating.video)}`)
    const appeal = Math.min(0.22, 0.03 + rating.comment.length / 700)
    return people.flatMap((person) => {
      if (person === rating.person) return []
      const score = scores.get(keyOf(person, rating.video))
      const agrees = score === undefined ? 0.2 : Math.abs(score - rating.overall) <= 0.5 ? 1.6 : 0.3
      if (!random.chance(appeal * agrees)) return []
      return [{ rating, person, minutesAgo: random.integer(1, rating.minutesAgo - 1) }]
    })
  })
}

const MANNER_OF_VOICE = {
  polite: 'polite',
  essay: 'polite',
  terse: 'polite',
  casual: 'casual',
  emoji: 'casual',
  kansai: 'kansai',
} as const satisfies Record<Person['voice'], Manner>

/** Some comments are answered, mostly by people who rated the same video. */
export function seedReplies(ratings: readonly SeedRating[], sentences: Sentences): SeedReply[] {
  const byVideo = Map.groupBy(ratings, ({ video }) => video)
  return reviews(ratings).flatMap((rating) => {
    const random = randomFor(`replies to ${keyOf(rating.person, rating.video)}`)
    if (!random.chance(0.22)) return []
    const others = (byVideo.get(rating.video) ?? []).filter(({ person }) => person !== rating.person)
    return random.sample(others, random.integer(1, 2)).flatMap(({ person }, index) => {
      const spoken = sentences('reply', 'any', rating.feeling, MANNER_OF_VOICE[person.voice])
      const choices = spoken.length > 0 ? spoken : sentences('reply', 'any', rating.feeling, 'casual')
      return {
        id: uuidFor(`reply ${index} to ${keyOf(rating.person, rating.video)}`),
        rating,
        person,
        body: random.pick(choices),
        minutesAgo: random.integer(1, rating.minutesAgo - 1),
      }
    })
  })
}

/** Favourites: what people scored high, and a few things they have not rated yet. */
export function seedFavorites(
  ratings: readonly SeedRating[],
  people: readonly Person[],
  videos: readonly SeedVideo[],
): SeedMark[] {
  const byPerson = Map.groupBy(ratings, ({ person }) => person)
  return people.flatMap((person) => {
    const random = randomFor(`favorites of ${person.handle}`)
    const rated = byPerson.get(person) ?? []
    const best = rated.filter(({ overall }) => overall >= 4.5 && random.chance(0.6))
    const later = unrated(rated, videos).filter(
      (video) => liking(person.taste, video.genre) > 0.5 && random.chance(0.15),
    )
    return [
      ...best.map(({ video, minutesAgo }) => ({
        person,
        video,
        minutesAgo: Math.max(1, minutesAgo - random.integer(0, 20)),
      })),
      ...later.map((video) => ({ person, video, minutesAgo: random.integer(60, 90 * 24 * 60) })),
    ].slice(0, FREE_FAVORITE_LIMIT - 1)
  })
}

/** Watched: everything rated, at the latest when it was rated, and some more. */
export function seedHistory(
  ratings: readonly SeedRating[],
  people: readonly Person[],
  videos: readonly SeedVideo[],
): SeedMark[] {
  const byPerson = Map.groupBy(ratings, ({ person }) => person)
  return people.flatMap((person) => {
    const random = randomFor(`history of ${person.handle}`)
    const rated = byPerson.get(person) ?? []
    const onlySeen = unrated(rated, videos).filter(() => random.chance(0.12 * person.activity))
    return [
      ...rated.map(({ video, minutesAgo }) => ({
        person,
        video,
        minutesAgo: random.chance(0.1) ? random.integer(1, minutesAgo) : minutesAgo + random.integer(3, 40),
      })),
      ...onlySeen.map((video) => ({ person, video, minutesAgo: random.integer(20, 60 * 24 * 60) })),
    ]
  })
}

const reviews = (ratings: readonly SeedRating[]): SeedRating[] =>
  ratings.filter(({ comment }) => comment !== '')
const keyOf = (person: Person, video: SeedVideo): string => `${person.handle}|${video.youtube_id}`

function unrated(rated: readonly SeedRating[], videos: readonly SeedVideo[]): SeedVideo[] {
  const known = new Set(rated.map(({ video }) => video))
  return videos.filter((video) => !known.has(video))
}
