import { genreName } from '#domain/genres.ts'
import { barWidth } from '#domain/matching.ts'
import { COPY } from './copy.ts'

/** What somebody watches, as bars of percent (spec §2: clamped to 0–100). */
export function ViewingTrends({ trends }: { trends: Record<string, number> }) {
  const known = Object.entries(trends).flatMap(([genre, percent]) => {
    const name = genreName(genre)
    return name === undefined ? [] : [{ genre, name, percent: barWidth(percent) }]
  })
  if (known.length === 0) return null
  return (
    <div>
      <p className="mb-1.5 text-xs text-muted">{COPY.trends}</p>
      <ul className="grid gap-1.5">
        {known
          .toSorted((a, b) => b.percent - a.percent)
          .map(({ genre, name, percent }) => (
            <li
              key={genre}
              className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_3rem] items-center gap-2 text-xs"
            >
              <span className="truncate">{name}</span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
                <rect width={100} height={4} rx={2} className="fill-(--sunken)" />
                <rect width={percent} height={4} rx={2} className="fill-line-strong" />
              </svg>
              <span className="text-end tabular-nums">{COPY.percent(percent)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
