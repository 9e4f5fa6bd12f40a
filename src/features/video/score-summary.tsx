import type { Video } from '#domain/catalogue.ts'
import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import { RadarChart } from '#ui/radar-chart.tsx'
import { Stars } from '#ui/stars.tsx'
import { axisAverages } from './axis-averages.ts'
import { COPY } from './copy.ts'
import { ScoreHistogram } from './score-histogram.tsx'

const AXIS_NAMES = AXES.map((axis) => SCORE_NAMES[axis])
const NO_VALUES = AXES.map(() => null)

function NoScores() {
  return (
    <div className="text-center">
      <RadarChart
        title={COPY.noScores}
        axes={AXIS_NAMES}
        series={[{ name: COPY.average, values: NO_VALUES, tone: 'accent' }]}
        className="mx-auto max-w-80"
      />
      <p className="mt-3 font-bold">{COPY.noScores}</p>
      <p className="mt-1 text-sm text-muted">{COPY.noScoresHint}</p>
    </div>
  )
}

/** What everybody thinks: the average, how many said so, how they spread, and the six axes. */
export function ScoreSummary({ video }: { video: Video }) {
  return (
    <section aria-labelledby="scores" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="scores" className="mb-3 text-base">
        {COPY.scores}
      </h2>
      {video.rating_count === 0 ? (
        <NoScores />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-5">
            <div>
              <p className="text-[2.75rem] leading-none font-bold" aria-hidden="true">
                {video.avg_rating.toFixed(1)}
              </p>
              <p className="mt-2">
                <Stars value={video.avg_rating} showNumber={false} size={15} />
              </p>
              <p className="mt-1 text-xs whitespace-nowrap text-muted">{COPY.ratings(video.rating_count)}</p>
            </div>
            <ScoreHistogram counts={video.overall_histogram ?? []} />
          </div>
          <RadarChart
            title={COPY.radar}
            axes={AXIS_NAMES}
            series={[{ name: COPY.average, values: axisAverages(video), tone: 'accent' }]}
            className="mx-auto mt-5 max-w-88"
          />
        </>
      )}
    </section>
  )
}
