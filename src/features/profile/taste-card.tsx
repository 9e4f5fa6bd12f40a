import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import type { Store } from '#sync/store.ts'
import { classNames } from '#ui/class-names.ts'
import { RadarChart } from '#ui/radar-chart.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { axisValues, type OwnTaste, ownTaste } from './own-taste.ts'

const AXIS_NAMES = AXES.map((axis) => SCORE_NAMES[axis])

/** The shape of how one scores. Of one size from the start, so that nothing moves when the ratings have been read. */
export function TasteCard({ store, className }: { store: Store | null; className: string | false }) {
  const taste$ = useMemo(() => store && ownTaste(store), [store])
  const taste = useLive<OwnTaste | null>(taste$, null)
  return (
    <section
      aria-labelledby="taste"
      className={classNames('rounded-xl border border-line bg-surface p-4 sm:p-5', className)}
    >
      <h2 id="taste" className="text-base">
        {COPY.taste}
      </h2>
      <RadarChart
        // A shape that came later opens from the centre, too
        key={taste === null ? 'reading' : 'read'}
        title={COPY.taste}
        axes={AXIS_NAMES}
        series={[{ name: COPY.tasteMean, values: axisValues(taste), tone: 'accent' }]}
        className="mx-auto mt-3 max-w-84"
      />
      <p className="mt-2 min-h-6 text-center text-sm text-muted">
        {taste !== null &&
          (taste.count > 0 ? (
            COPY.tasteOf(taste.count)
          ) : (
            <Link to="/search" className="text-ink underline underline-offset-4">
              {COPY.tasteEmpty}
            </Link>
          ))}
      </p>
    </section>
  )
}
