import type { GenreId } from '#domain/genres.ts'
import { AXES, type Axis, SCORE_MAX, SCORE_MIN, SCORE_STEP } from '#domain/rating.ts'
import { liking } from '../people/tastes.ts'
import type { Person } from '../people/people.ts'
import { type Random, randomFor } from '../random.ts'
import type { SeedVideo } from '../videos.ts'
import { composeComment } from './comment.ts'
import type { Feeling, Sentences } from './sentences.ts'

export type SeedRating = {
  person: Person
  video: SeedVideo
  overall: number
  axes: Partial<Record<Axis, number>>
  comment: string
  feeling: Feeling
  minutesAgo: number
}

/** What a genre is good at, whatever the video. */
const STRENGTHS: Partial<Record<GenreId, Partial<Record<Axis, number>>>> = {
  comedy: { entertainment: 0.6, usefulness: -0.6, reliability: -0.3 },
  music: { quality: 0.5, usefulness: -0.4 },
  film: { quality: 0.6, originality: 0.4, usefulness: -0.5 },
  anime: { quality: 0.4, entertainment: 0.3, usefulness: -0.5 },
  gaming: { entertainment: 0.4, usefulness: -0.2 },
  vtuber: { entertainment: 0.4, originality: 0.2, usefulness: -0.4 },
  cooking: { usefulness: 0.6, clarity: 0.3 },
  education: { clarity: 0.5, usefulness: 0.5, entertainment: -0.3 },
  'english-learning': { clarity: 0.5, usefulness: 0.6, originality: -0.3 },
  programming: { reliability: 0.4, usefulness: 0.4, entertainment: -0.3 },
  science: { reliability: 0.5, clarity: 0.2 },
  news: { reliability: 0.4, entertainment: -0.7 },
  animals: { entertainment: 0.5, usefulness: -0.3 },
}

const MINUTES_A_DAY = 24 * 60
const OLDEST_MINUTES = 380 * MINUTES_A_DAY

/** Who rated what and said what about it, the oldest first. People with like tastes give like scores. */
export function seedRatings(
  people: readonly Person[],
  videos: readonly SeedVideo[],
  sentences: Sentences,
): SeedRating[] {
  const said = new Set<string>()
  const ratings = people.flatMap((person) => {
    const random = randomFor(`ratings of ${person.handle}`)
    return videos.flatMap((video) => {
      const interest = liking(person.taste, video.genre)
      const comesAcross = (0.36 + 0.3 * interest + 0.12 * video.reach) * person.activity
      if (!random.chance(Math.max(0.02, Math.min(0.97, comesAcross)))) return []
      return [rate(person, video, interest, sentences, said, random)]
    })
  })
  return ratings.toSorted((one, other) => other.minutesAgo - one.minutesAgo)
}

function rate(
  person: Person,
  video: SeedVideo,
  interest: number,
  sentences: Sentences,
  said: Set<string>,
  random: Random,
): SeedRating {
  const enjoyment = 3.45 + 1.35 * interest + 1.2 * video.quality + person.kindness + 0.55 * random.normal()
  const strengths = STRENGTHS[video.genre] ?? {}
  const ofVideo = randomFor(`axes of ${video.youtube_id}`)
  const skipsAxes = random.chance(0.08)
  const axes: Partial<Record<Axis, number>> = {}
  for (const axis of AXES) {
    const score = enjoyment + (strengths[axis] ?? 0) + 0.3 * ofVideo.normal() + 0.35 * random.normal()
    if (!skipsAxes && !random.chance(0.03)) axes[axis] = toScore(score)
  }
  const overall = toScore(enjoyment)
  const feeling: Feeling = overall >= 4 ? 'good' : overall >= 3 ? 'mixed' : 'bad'
  // Squaring puts more of them into the recent past.
  const minutesAgo =
    30 + Math.round(random.next() ** 2 * Math.min(OLDEST_MINUTES, person.joinedDaysAgo * MINUTES_A_DAY - 60))
  const comment = random.chance(person.talkativeness)
    ? fresh(said, video, () =>
        composeComment(
          { genre: video.genre, feeling, remark: standout(axes, overall) },
          person.voice,
          sentences,
          random,
        ),
      )
    : ''
  return { person, video, overall, axes, comment, feeling, minutesAgo }
}

const toScore = (value: number): number =>
  Math.max(SCORE_MIN, Math.min(SCORE_MAX, Math.round(value / SCORE_STEP) * SCORE_STEP))

function standout(
  axes: Partial<Record<Axis, number>>,
  overall: number,
): { axis: Axis; feeling: 'good' | 'bad' } | null {
  const furthest = AXES.map((axis) => ({ axis, distance: (axes[axis] ?? overall) - overall })).toSorted(
    (one, other) => Math.abs(other.distance) - Math.abs(one.distance),
  )[0]
  if (!furthest || Math.abs(furthest.distance) < SCORE_STEP) return null
  return { axis: furthest.axis, feeling: furthest.distance > 0 ? 'good' : 'bad' }
}

/** Nobody repeats what was said about the same video. */
function fresh(said: Set<string>, video: SeedVideo, compose: () => string): string {
  for (let attempt = 0; attempt < 6; attempt++) {
    const comment = compose()
    const key = `${video.youtube_id} ${comment}`
    if (comment !== '' && !said.has(key)) {
      said.add(key)
      return comment
    }
  }
  return ''
}
