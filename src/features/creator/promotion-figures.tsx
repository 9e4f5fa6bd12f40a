import { useMemo, useState } from 'react'
import type { PromotionDay } from '#domain/creator.ts'
import { serverNow } from '#platform/clock.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LineChart } from '#ui/line-chart.tsx'
import { COPY } from './copy.ts'
import type { CreatorServer } from './creator-server.ts'
import { lastDays, longDay, shortDay, type Period } from './days.ts'
import { PeriodChoice } from './period-choice.tsx'
import { Answer, Section } from './section.tsx'
import { useLoaded } from '#ui/use-loaded.ts'

type PromotionSectionProps = { report: CreatorServer['report']; online: boolean }

/** How often the own advertisements were shown and pressed. */
export function PromotionSection({ report, online }: PromotionSectionProps) {
  const [period, setPeriod] = useState<Period>(30)
  const ask = useMemo(() => report(period), [report, period])
  const asked = useLoaded(ask, online)
  return (
    <Section
      title={COPY.report}
      lead={COPY.reportLead}
      aside={<PeriodChoice name={COPY.report} period={period} onChange={setPeriod} />}
    >
      <div className="rounded-xl border border-line bg-surface p-5">
        <Answer asked={asked} online={online}>
          {(value) =>
            value.rows.length === 0 ? (
              <EmptyState level={3} title={COPY.noReport} body={COPY.noReportHint} />
            ) : (
              <div className="grid gap-8 md:grid-cols-2">
                <Counts name={COPY.impressions} count="impressions" {...value} />
                <Counts name={COPY.clicks} count="clicks" {...value} />
              </div>
            )
          }
        </Answer>
      </div>
    </Section>
  )
}

type CountsProps = {
  name: string
  count: 'impressions' | 'clicks'
  period: number
  rows: PromotionDay[]
}

/** A day without a row is one on which nothing was counted. */
function Counts({ name, count, period, rows }: CountsProps) {
  const days = lastDays(serverNow(), period)
  const byDay = new Map<string, number>()
  for (const row of rows) byDay.set(row.day, (byDay.get(row.day) ?? 0) + row[count])
  const values = days.map((day) => byDay.get(day) ?? 0)
  const counted = [...byDay].filter(([, value]) => value > 0).toSorted(([a], [b]) => (a < b ? 1 : -1))
  return (
    <LineChart
      title={name}
      summary={COPY.reportSummary(
        name,
        period,
        values.reduce((sum, value) => sum + value, 0),
      )}
      values={values}
      max={evenMax(Math.max(...values))}
      ends={[shortDay(days[0] ?? ''), shortDay(days.at(-1) ?? '')]}
      format={COPY.number}
      table={{
        open: COPY.inNumbers,
        head: [COPY.day, name],
        rows: counted.map(([day, value]) => [longDay(day), COPY.times(value)]),
      }}
    />
  )
}

/** The upper end of the scale: a whole number whose half is one too. */
const evenMax = (most: number): number => Math.max(2, Math.ceil(most / 2) * 2)
