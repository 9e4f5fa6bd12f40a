import { classNames } from './class-names.ts'

type Series = {
  name: string
  /** One per axis, in their order; null where there is none (drawn at the centre). */
  values: (number | null)[]
  tone: 'accent' | 'ink'
}

type RadarChartProps = {
  /** What it shows, for screen readers. */
  title: string
  axes: string[]
  /** Up to two: painted in order, the first as an area, the second as a line. */
  series: Series[]
  max?: number
  className?: string
}

const RADIUS = 100
const TONES = {
  accent: 'fill-accent-vivid stroke-accent-vivid',
  ink: 'fill-transparent stroke-ink',
}

const point = (index: number, count: number, radius: number): [number, number] => {
  const angle = (2 * Math.PI * index) / count - Math.PI / 2
  return [Math.cos(angle) * radius, Math.sin(angle) * radius]
}
const outline = (radii: number[]): string =>
  radii
    .map((radius, index) =>
      point(index, radii.length, radius)
        .map((n) => n.toFixed(2))
        .join(','),
    )
    .join(' ')

const spoken = (axes: string[], { name, values }: Series): string =>
  `${name}: ${axes.map((axis, index) => `${axis} ${values[index]?.toFixed(1) ?? '評価なし'}`).join('、')}`

/** The axes of a score as a web, drawn by hand in SVG. Fills its container's width. */
export function RadarChart({ title, axes, series, max = 5, className }: RadarChartProps) {
  const rings = Array.from({ length: max }, (_, index) => ((index + 1) / max) * RADIUS)
  return (
    <svg
      viewBox="-175 -138 350 288"
      role="img"
      aria-label={[title, ...series.map((one) => spoken(axes, one))].join('。')}
      className={classNames('radar h-auto w-full', className)}
    >
      {rings.map((radius) => (
        <polygon
          key={radius}
          points={outline(axes.map(() => radius))}
          className="fill-none stroke-line"
          strokeWidth={1}
        />
      ))}
      {axes.map((axis, index) => {
        const [x, y] = point(index, axes.length, RADIUS)
        return <line key={axis} x2={x} y2={y} className="stroke-line" strokeWidth={1} />
      })}
      {series.map(({ name, values, tone }) => (
        <g key={name} className={classNames('radar-shape', TONES[tone])}>
          {values.filter((value) => value !== null).length < 3 ? (
            // One or two axes enclose nothing: each is as long as it is
            <path
              d={values
                .map((value, index) =>
                  value === null ? '' : `M0 0L${point(index, axes.length, (value / max) * RADIUS).join()}`,
                )
                .join('')}
              strokeWidth={tone === 'accent' ? 8 : 2}
              strokeDasharray={tone === 'ink' ? '5 4' : undefined}
            />
          ) : (
            <polygon
              points={outline(axes.map((_, index) => ((values[index] ?? 0) / max) * RADIUS))}
              fillOpacity={tone === 'accent' ? 0.28 : 0}
              strokeWidth={tone === 'accent' ? 3 : 2}
              strokeDasharray={tone === 'ink' ? '5 4' : undefined}
              strokeLinejoin="round"
            />
          )}
          {values.map((value, index) => {
            if (value === null) return null
            const [x, y] = point(index, axes.length, (value / max) * RADIUS)
            return (
              <circle
                key={axes[index]}
                cx={x}
                cy={y}
                r={tone === 'accent' ? 4 : 3}
                className={tone === 'ink' ? 'fill-ink stroke-none' : 'stroke-none'}
              />
            )
          })}
        </g>
      ))}
      {axes.map((axis, index) => {
        const [x, y] = point(index, axes.length, RADIUS + 20)
        const value = series[0]?.values[index]
        const anchor = Math.abs(x) < 1 ? 'middle' : x > 0 ? 'start' : 'end'
        const lift = y < -RADIUS ? -6 : y > RADIUS ? 6 : 0
        return (
          <text
            key={axis}
            x={anchor === 'middle' ? x : x - Math.sign(x) * 10}
            y={y + lift}
            textAnchor={anchor}
            className="fill-ink text-[12.5px]"
          >
            <tspan className="fill-muted">{axis}</tspan>
            <tspan
              x={anchor === 'middle' ? x : x - Math.sign(x) * 10}
              dy={16}
              className="text-[14px] font-bold"
            >
              {value?.toFixed(1) ?? '–'}
            </tspan>
          </text>
        )
      })}
    </svg>
  )
}
