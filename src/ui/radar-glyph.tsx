import { classNames } from './class-names.ts'

const RADIUS = 10
const CENTRE = 12

const corner = (index: number, count: number, share: number): string => {
  const angle = (2 * Math.PI * index) / count - Math.PI / 2
  return `${(CENTRE + Math.cos(angle) * RADIUS * share).toFixed(2)},${(CENTRE + Math.sin(angle) * RADIUS * share).toFixed(2)}`
}

/** So small, only differences can be seen: the scale starts at 1, the lowest score, not at 0. */
const reach = (value: number | null | undefined, max: number): number =>
  value ? Math.max(0.14, (value - 1) / (max - 1)) : 0

type RadarGlyphProps = {
  /** One per axis; null where there is none. */
  values: readonly (number | null | undefined)[]
  max?: number
  /** In px. */
  size?: number
  className?: string
}

/** The web of a score, small as a letter: its shape only. Decorative; the numbers stand beside it. */
export function RadarGlyph({ values, max = 5, size = 24, className }: RadarGlyphProps) {
  const outline = values.map((_, index) => corner(index, values.length, 1)).join(' ')
  const known = values.filter((value) => value).length
  const shape = values.map((value, index) => corner(index, values.length, reach(value, max)))
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <polygon points={outline} className="fill-sunken stroke-line-strong" strokeWidth={0.75} />
      {known > 0 && (
        <path
          // One or two axes enclose nothing: each is as long as it is
          d={
            known < 3
              ? shape.map((end, index) => (values[index] ? `M12 12L${end}` : '')).join('')
              : `M${shape.join('L')}Z`
          }
          className="fill-accent-vivid stroke-accent-vivid"
          fillOpacity={0.85}
          strokeWidth={known < 3 ? 2.5 : 1}
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
