import { map, type Observable } from 'rxjs'
import { AXES, type Axis } from '#domain/rating.ts'
import type { Store } from '#sync/store.ts'

/** How a person scores: the mean of each axis over the ratings that give it (1–5, null where none does), and how many ratings there are. */
export type OwnTaste = { count: number; axes: Record<Axis, number | null> }

/** From the ratings that the device holds. */
export function ownTaste(store: Store): Observable<OwnTaste> {
  return store.collections.ratings.find({ selector: { is_deleted: false } }).$.pipe(
    map((ratings) => ({
      count: ratings.length,
      axes: {
        clarity: meanOf(ratings.map(({ clarity }) => clarity)),
        entertainment: meanOf(ratings.map(({ entertainment }) => entertainment)),
        originality: meanOf(ratings.map(({ originality }) => originality)),
        quality: meanOf(ratings.map(({ quality }) => quality)),
        reliability: meanOf(ratings.map(({ reliability }) => reliability)),
        usefulness: meanOf(ratings.map(({ usefulness }) => usefulness)),
      },
    })),
  )
}

function meanOf(scores: (number | undefined)[]): number | null {
  const given = scores.filter((score) => score !== undefined)
  return given.length === 0 ? null : given.reduce((sum, score) => sum + score, 0) / given.length
}

/** In the order of the axes; none while they are being read. */
export const axisValues = (taste: OwnTaste | null): (number | null)[] =>
  AXES.map((axis) => taste?.axes[axis] ?? null)
