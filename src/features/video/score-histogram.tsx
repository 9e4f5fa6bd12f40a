import { grouped } from '#ui/japanese-number.ts'
import { COPY } from './copy.ts'

const STARS = [5, 4, 3, 2, 1]

/** How the overall scores spread. `counts`: ratings per whole star, 1 to 5. */
export function ScoreHistogram({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <ul aria-label={COPY.histogram} className="grid flex-1 basis-32 gap-1 text-xs text-muted">
      {STARS.map((star) => {
        const count = counts[star - 1] ?? 0
        return (
          <li key={star} className="grid grid-cols-[1.75rem_minmax(0,1fr)_2.25rem] items-center gap-2">
            <span className="sr-only">{COPY.bucketSpoken(star, count)}</span>
            <span aria-hidden="true">{COPY.bucket(star)}</span>
            <span aria-hidden="true" className="told-by-color h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-line-strong"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span aria-hidden="true" className="text-end">
              {grouped(count)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
