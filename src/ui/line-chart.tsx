import { useId } from 'react'

type LineChartProps = {
  title: string
  /** What it shows in a sentence, for screen readers. */
  summary: string
  /** One per step from left to right; null where there is none: the line passes over it. */
  values: readonly (number | null)[]
  min?: number
  max: number
  /** Names of the left and the right end. */
  ends: readonly [string, string]
  format: (value: number) => string
  /** The same in numbers. */
  table: { open: string; head: readonly string[]; rows: readonly (readonly string[])[] }
}

/** Dots stand on each value as long as there are few. */
const MOST_DOTS = 62

/** Values over time as a line, drawn by hand in SVG as wide as its container, with a table of them. */
export function LineChart({ title, summary, values, min = 0, max, ends, format, table }: LineChartProps) {
  const id = useId()
  const points = values.flatMap((value, index) =>
    value === null
      ? []
      : [{ x: placeOf(index, values.length), y: 100 - ((value - min) / (max - min || 1)) * 100 }],
  )
  const steps = [max, (max + min) / 2, min]
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption id={id} className="mb-3 text-sm font-bold">
        {title}
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2.5">
        <div aria-hidden="true" className="flex h-40 flex-col justify-between text-end text-xs text-muted">
          {steps.map((step) => (
            <span key={step} className="-my-2.5">
              {format(step)}
            </span>
          ))}
        </div>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
          className="h-40 w-full overflow-visible"
        >
          {[0, 50, 100].map((y) => (
            <path key={y} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <path
            d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('')}
            className="fill-none stroke-accent-vivid"
            strokeWidth={2}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
          {points.length <= MOST_DOTS &&
            points.map(({ x, y }) => (
              // A line without length and with round ends is a dot, however the picture is stretched
              <path
                key={x}
                d={`M${at(x)} ${at(y)}h0`}
                className="stroke-accent-vivid"
                strokeWidth={7}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
        </svg>
        <span />
        <div aria-hidden="true" className="mt-2 flex justify-between text-xs text-muted">
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </div>
      </div>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-muted hover:text-ink pointer-coarse:min-h-11">
          {table.open}
        </summary>
        <table className="mt-2 w-full max-w-md text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {table.head.map((name, index) => (
                <th key={name} scope="col" className={index === 0 ? 'py-1 text-start' : 'py-1 text-end'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([first, ...rest]) => (
              <tr key={first} className="border-t border-line">
                <th scope="row" className="py-1 text-start font-normal">
                  {first}
                </th>
                {rest.map((cell, index) => (
                  <td key={table.head[index + 1]} className="py-1 text-end tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const placeOf = (index: number, count: number): number => (count === 1 ? 50 : (index / (count - 1)) * 100)
const at = (value: number): string => value.toFixed(2)
