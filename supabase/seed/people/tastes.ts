import { GENRES, type GenreId } from '#domain/genres.ts'
import type { Random } from '../random.ts'

/** How much a person enjoys each genre: 1 loves it, 0 does not care, -1 cannot stand it. */
export type Taste = ReadonlyMap<GenreId, number>

export const liking = (taste: Taste, genre: GenreId): number => taste.get(genre) ?? 0

/** Kinds of viewers. What is not named is near 0. */
export const TASTES = {
  otaku: { anime: 1, vtuber: 0.8, gaming: 0.6, music: 0.3, film: 0.4, news: -0.3, sports: -0.5 },
  gamer: { gaming: 1, vtuber: 0.5, tech: 0.4, comedy: 0.4, anime: 0.3, news: -0.4, 'english-learning': -0.4 },
  listener: { music: 1, vtuber: 0.3, film: 0.4, vlog: 0.3, sports: -0.3, programming: -0.5 },
  cook: { cooking: 1, vlog: 0.5, animals: 0.5, travel: 0.5, gaming: -0.4, programming: -0.6 },
  engineer: {
    programming: 1,
    tech: 0.9,
    science: 0.6,
    education: 0.5,
    vlog: -0.5,
    comedy: -0.1,
    sports: -0.3,
  },
  scholar: {
    science: 1,
    education: 0.9,
    news: 0.5,
    tech: 0.4,
    'english-learning': 0.4,
    vlog: -0.4,
    comedy: -0.3,
  },
  athlete: { sports: 1, comedy: 0.3, vlog: 0.2, travel: 0.3, anime: -0.4, programming: -0.5, vtuber: -0.5 },
  traveller: {
    travel: 1,
    cooking: 0.5,
    animals: 0.4,
    'english-learning': 0.4,
    film: 0.2,
    gaming: -0.3,
    vtuber: -0.4,
  },
  cinephile: { film: 1, anime: 0.5, music: 0.4, comedy: 0.1, vlog: -0.4, sports: -0.3, tech: -0.1 },
  laugher: { comedy: 1, vlog: 0.6, gaming: 0.3, music: 0.2, science: -0.4, education: -0.3, news: -0.5 },
  reader: { news: 0.9, education: 0.6, film: 0.4, science: 0.4, travel: 0.2, vtuber: -0.6, gaming: -0.4 },
  petLover: { animals: 1, vlog: 0.4, cooking: 0.4, travel: 0.3, anime: 0.2, programming: -0.5, news: -0.3 },
  learner: { 'english-learning': 1, education: 0.7, travel: 0.5, science: 0.3, film: 0.2, gaming: -0.3 },
} as const satisfies Record<string, Partial<Record<GenreId, number>>>
export type TasteName = keyof typeof TASTES

/** Mostly the first kind, some of the second, and a little of one's own. */
export function tasteOf(main: TasteName, second: TasteName, random: Random): Taste {
  const first: Partial<Record<GenreId, number>> = TASTES[main]
  const other: Partial<Record<GenreId, number>> = TASTES[second]
  return new Map(
    GENRES.map(({ id }) => {
      const mixed = 0.75 * (first[id] ?? 0) + 0.45 * (other[id] ?? 0) + 0.12 * random.normal()
      return [id, Math.max(-1, Math.min(1, mixed))]
    }),
  )
}

/** The genres that a person would name when asked, the dearest first. */
export function interestsOf(taste: Taste): GenreId[] {
  return GENRES.map(({ id }) => id)
    .filter((id) => liking(taste, id) > 0.25)
    .toSorted((one, other) => liking(taste, other) - liking(taste, one))
    .slice(0, 5)
}
