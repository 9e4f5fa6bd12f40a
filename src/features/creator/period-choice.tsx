import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'
import { PERIODS, type Period } from './days.ts'

type PeriodChoiceProps = { name: string; period: Period; onChange: (period: Period) => void }

/** How far back to look. `name`: of what, for screen readers. */
export function PeriodChoice({ name, period, onChange }: PeriodChoiceProps) {
  return (
    <div role="group" aria-label={`${name}: ${COPY.period}`} className="flex gap-1">
      {PERIODS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === period}
          onClick={() => onChange(days)}
          className={classNames(
            'min-h-9 rounded-full px-3.5 text-sm pointer-coarse:min-h-11',
            days === period ? 'bg-sunken font-bold' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {COPY.days(days)}
        </button>
      ))}
    </div>
  )
}
