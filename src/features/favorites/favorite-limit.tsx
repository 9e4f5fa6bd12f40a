import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { COPY, NEAR_LIMIT_LEFT } from './copy.ts'

/** How much of a free person's room is used, and a word before it runs out. */
export function FavoriteLimit({ count }: { count: number }) {
  const left = Math.max(0, FREE_FAVORITE_LIMIT - count)
  const near = left <= NEAR_LIMIT_LEFT
  return (
    <div className="mt-2 grid max-w-md gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <span
          role="meter"
          aria-label={COPY.usedSpoken(count)}
          aria-valuemin={0}
          aria-valuemax={FREE_FAVORITE_LIMIT}
          aria-valuenow={Math.min(count, FREE_FAVORITE_LIMIT)}
          className="told-by-color h-1.5 w-40 overflow-hidden rounded-full bg-sunken"
        >
          <span
            data-momentary=""
            className={`block h-full rounded-full ${near ? 'bg-caution' : 'bg-line-strong'}`}
            style={{ width: `${Math.min(100, (count / FREE_FAVORITE_LIMIT) * 100)}%` }}
          />
        </span>
        <span className="text-sm text-muted">{COPY.used(count)}</span>
      </div>
      {near && (
        <p className="flex gap-2 rounded-lg bg-caution-soft px-3 py-2 text-sm text-caution">
          <Icon name="info" size={20} className="mt-0.5" />
          {left === 0 ? COPY.full : COPY.nearLimit(left)}
        </p>
      )}
    </div>
  )
}
