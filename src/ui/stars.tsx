import { ICON_PATHS } from './icon-paths.ts'

const STARS = [1, 2, 3, 4, 5]

type StarsProps = { value: number | null | undefined; size?: number; showNumber?: boolean }

/** A score out of five, filled to the tenth. `size` in px. */
export function Stars({ value, size = 16, showNumber = true }: StarsProps) {
  if (value === null || value === undefined || value === 0) {
    return <span className="text-sm text-muted">まだ評価がありません</span>
  }
  const text = value.toFixed(1)
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg viewBox="0 0 120 24" width={size * 5} height={size} role="img" aria-label={`5点中${text}点`}>
        {STARS.map((star) => (
          <StarShape key={star} x={(star - 1) * 24} fill={Math.max(0, Math.min(1, value - star + 1))} />
        ))}
      </svg>
      {showNumber && (
        <span aria-hidden="true" className="font-bold">
          {text}
        </span>
      )}
    </span>
  )
}

/** One star at `x` on a 24-unit line, filled from the left by a share of 0 to 1. */
export function StarShape({ x, fill }: { x: number; fill: number }) {
  return (
    <svg x={x} y={0} width={24} height={24} viewBox="0 0 24 24" className="overflow-hidden">
      <path
        d={ICON_PATHS.star}
        className="fill-sunken stroke-line-strong"
        strokeWidth={1}
        strokeLinejoin="round"
      />
      {fill > 0 && (
        <svg width={24 * fill} height={24} viewBox={`0 0 ${24 * fill} 24`} className="overflow-hidden">
          <path
            d={ICON_PATHS.star}
            className="fill-accent-vivid stroke-accent-vivid"
            strokeWidth={1}
            strokeLinejoin="round"
          />
        </svg>
      )}
    </svg>
  )
}
