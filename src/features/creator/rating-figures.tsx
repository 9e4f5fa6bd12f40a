import { useMemo, useState } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { DayRatings, OwnAverages } from '#domain/creator.ts'
import { AXES, SCORE_MAX, SCORE_MIN, SCORE_NAMES } from '#domain/rating.ts'
import { serverNow } from '#platform/clock.ts'
import { controlClass, Field } from '#ui/field.tsx'
import { LineChart } from '#ui/line-chart.tsx'
import { RadarChart } from '#ui/radar-chart.tsx'
import { COPY } from './copy.ts'
import type { CreatorServer } from './creator-server.ts'
import { lastDays, longDay, shortDay, type Period } from './days.ts'
import { PeriodChoice } from './period-choice.tsx'
import { Answer, Section } from './section.tsx'
import { useLoaded, type Loaded } from '#ui/use-loaded.ts'

const AXIS_NAMES = AXES.map((axis) => SCORE_NAMES[axis])

type AveragesSectionProps = { averages: Loaded<OwnAverages>; online: boolean }

/** How many videos, ratings and reviews, and the six axes of all of them. */
export function AveragesSection({ averages, online }: AveragesSectionProps) {
  return (
    <Section title={COPY.figures}>
      <Answer asked={averages} online={online}>
        {(value) => (
          <div className="grid items-center gap-6 rounded-xl border border-line bg-surface p-5 md:grid-cols-2">
            <dl className="grid grid-cols-2 gap-5">
              <Figure name={COPY.videoCount} value={COPY.number(value.video_count)} />
              <Figure name={COPY.average} value={value.overall?.toFixed(1) ?? COPY.noAverage} />
              <Figure name={COPY.ratingCount} value={COPY.number(value.rating_count)} />
              <Figure name={COPY.reviewCount} value={COPY.number(value.review_count)} />
            </dl>
            {value.rating_count === 0 ? (
              <div className="py-6 text-center">
                <p className="font-bold">{COPY.noRatings}</p>
                <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.noRatingsHint}</p>
              </div>
            ) : (
              <RadarChart
                title={COPY.radar}
                axes={AXIS_NAMES}
                series={[{ name: COPY.own, values: AXES.map((axis) => value[axis]), tone: 'accent' }]}
                className="mx-auto max-w-88"
              />
            )}
          </div>
        )}
      </Answer>
    </Section>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value}</dd>
    </div>
  )
}

type TrendSectionProps = {
  ratings: CreatorServer['ratings']
  /** One of which can be looked at alone. */
  videos: readonly Video[]
  online: boolean
}

/** How the own videos were rated day by day. */
export function TrendSection({ ratings, videos, online }: TrendSectionProps) {
  const [video, setVideo] = useState('')
  const [period, setPeriod] = useState<Period>(30)
  const ask = useMemo(() => ratings(period, video || null), [ratings, period, video])
  const asked = useLoaded(ask, online)
  return (
    <Section
      title={COPY.trend}
      lead={COPY.trendLead}
      aside={<PeriodChoice name={COPY.trend} period={period} onChange={setPeriod} />}
    >
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5">
        {videos.length > 1 && (
          <Field label={COPY.trendOf}>
            {(control) => (
              <select
                {...control}
                value={video}
                onChange={({ target }) => setVideo(target.value)}
                className={`${controlClass} min-h-11 max-w-md`}
              >
                <option value="">{COPY.allVideos}</option>
                {videos.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Answer asked={asked} online={online}>
          {(value) => <Trend period={value.period} rated={value.days} />}
        </Answer>
      </div>
    </Section>
  )
}

function Trend({ period, rated }: { period: number; rated: DayRatings[] }) {
  if (rated.length === 0) return <p className="py-8 text-center text-muted">{COPY.noTrend(period)}</p>
  const days = lastDays(serverNow(), period)
  const averages = new Map(rated.map(({ day, average }) => [day, average]))
  const count = rated.reduce((sum, { rating_count }) => sum + rating_count, 0)
  const total = rated.reduce((sum, { rating_count, average }) => sum + rating_count * average, 0)
  return (
    <LineChart
      title={COPY.trendTitle(period)}
      summary={COPY.trendSummary(period, count, (total / count).toFixed(1))}
      values={days.map((day) => averages.get(day) ?? null)}
      min={SCORE_MIN}
      max={SCORE_MAX}
      ends={[shortDay(days[0] ?? ''), shortDay(days.at(-1) ?? '')]}
      format={(value) => value.toFixed(0)}
      table={{
        open: COPY.inNumbers,
        head: [COPY.day, COPY.average, COPY.count],
        rows: rated
          .toReversed()
          .map(({ day, average, rating_count }) => [
            longDay(day),
            average.toFixed(1),
            COPY.number(rating_count),
          ]),
      }}
    />
  )
}
