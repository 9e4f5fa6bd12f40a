import type { Video } from '#domain/catalogue.ts'
import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import { RadarChart } from '#ui/radar-chart.tsx'
import { COPY } from './copy.ts'
import { axisValues, type Scores } from './scores.ts'

const AXIS_NAMES = AXES.map((axis) => SCORE_NAMES[axis])

/** The shape of one's own six axes, growing with every press, over everybody's average. */
export function OwnRadar({ scores, video }: { scores: Scores; video: Video }) {
  const mine = { name: COPY.mine, values: axisValues(scores), tone: 'accent' } as const
  const averages = AXES.map((axis) => video[`avg_${axis}`] || null)
  const average = { name: COPY.average, values: averages, tone: 'ink' } as const
  return (
    <figure>
      <RadarChart
        title={COPY.radar}
        axes={AXIS_NAMES}
        series={video.rating_count > 0 ? [mine, average] : [mine]}
        className="mx-auto max-w-80"
      />
      {video.rating_count > 0 && (
        <figcaption className="mt-1 flex justify-center gap-4 text-xs text-muted">
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="told-by-color size-2.5 rounded-full bg-accent-vivid" />
            {COPY.legendMine}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-ink" />
            {COPY.legendAverage}
          </span>
        </figcaption>
      )}
    </figure>
  )
}
