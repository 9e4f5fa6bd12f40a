import { useId, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { StarShape } from './stars.tsx'

const VALUES = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]
const STARS = [1, 2, 3, 4, 5]

type StarRatingProps = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  /** Offers to take the score back (giving the same score again does so too). */
  clearable?: boolean
  /** Beside the label, for instance a SyncBadge. */
  aside?: ReactNode
  disabled?: boolean
}

/**
 * A score from 1 to 5 by halves: nine radio buttons over five stars, the left half of a star being the half point.
 * Each is at least 24 px wide and 44 px high; arrow keys move by half a point.
 */
export function StarRating({
  label,
  value,
  onChange,
  clearable = false,
  aside,
  disabled = false,
}: StarRatingProps) {
  const name = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const shown = hovered ?? value
  return (
    <fieldset disabled={disabled} className="@container min-w-0">
      <div className="flex flex-wrap items-center gap-x-3">
        <legend className="float-left flex items-center gap-2 pt-2 @sm:py-2 text-sm font-bold">
          {label}
          {aside}
        </legend>
        <output
          className="ms-auto w-8 pt-2 text-end text-base font-bold @sm:order-3 @sm:ms-0 @sm:pt-0"
          aria-hidden="true"
        >
          {shown === null ? <span className="text-muted">–</span> : shown.toFixed(1)}
        </output>
        <div className="flex min-w-0 basis-full items-center gap-2 @sm:ms-auto @sm:basis-auto">
          <div
            role="radiogroup"
            aria-label={label}
            onPointerLeave={() => setHovered(null)}
            className="relative h-11 w-60 max-w-full rounded-md has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <svg viewBox="0 -3 180 30" className="absolute inset-0 size-full" aria-hidden="true">
              {STARS.map((star) => (
                <StarShape
                  key={star}
                  x={(star - 1) * 36 + 6}
                  fill={Math.max(0, Math.min(1, (shown ?? 0) - star + 1))}
                />
              ))}
            </svg>
            {VALUES.map((score) => (
              <label
                key={score}
                className={classNames(
                  'absolute inset-y-0',
                  disabled ? 'cursor-not-allowed' : 'cursor-pointer',
                )}
                style={
                  score === 1 ? { left: 0, width: '20%' } : { left: `${(score - 0.5) * 20}%`, width: '10%' }
                }
                onPointerEnter={(event) => event.pointerType === 'mouse' && !disabled && setHovered(score)}
              >
                <span className="sr-only">{score}点</span>
                <input
                  type="radio"
                  name={name}
                  value={score}
                  checked={value === score}
                  onChange={() => onChange(score)}
                  onClick={() => clearable && value === score && onChange(null)}
                  className="absolute inset-0 size-full appearance-none opacity-0"
                />
              </label>
            ))}
          </div>
          {clearable && (
            <button
              type="button"
              onClick={() => onChange(null)}
              disabled={disabled || value === null}
              aria-label={`${label}を取り消す`}
              className="min-h-11 rounded-md px-1.5 text-xs text-muted underline underline-offset-2 disabled:invisible"
            >
              消す
            </button>
          )}
        </div>
      </div>
    </fieldset>
  )
}
