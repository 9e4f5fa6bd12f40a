import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, type Day } from '#domain/day.ts'
import { periodFrom, startableDays, startProblem, type Period } from '#domain/promotions.ts'
import type { ServerTime } from '#domain/server-time.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { COPY } from './copy.ts'
import { addMonths, fullDay, inMonth, monthName, monthOf, weekdayOf, weeksOf } from './days.ts'

const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土']

type DateCalendarProps = {
  taken: readonly Period[]
  /** Days. */
  duration: number
  start: Day | null
  onChoose: (start: Day) => void
  nowMs: ServerTime
}

/** Where a key leads from a day. */
const MOVES: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => inMonth(day, addMonths(monthOf(day), -1)),
  PageDown: (day) => inMonth(day, addMonths(monthOf(day), 1)),
}

/** The free days of a slot, a month at a time. One stop for Tab; arrows, Home, End, Page Up and Page Down move; days that are taken can be reached, and say so. */
export function DateCalendar({ taken, duration, start, onChoose, nowMs }: DateCalendarProps) {
  const { first, last } = startableDays(nowMs)
  const within = (day: Day): Day => (day < first ? first : day > last ? last : day)
  const [current, setCurrent] = useState(() => within(start ?? firstFree(taken, duration, nowMs) ?? first))
  const [month, setMonth] = useState(monthOf(current))
  const title = useId()
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  // Focus follows the keys, into another month too
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current])

  const turn = (months: number): void => {
    const next = addMonths(month, months)
    setMonth(next)
    setCurrent(within(inMonth(current, next)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    const next = within(move(current))
    moved.current = next !== current
    setCurrent(next)
    setMonth(monthOf(next))
  }
  const chosen = start === null ? null : periodFrom(start, duration)

  return (
    <div className="max-w-md">
      <div className="mb-2 flex items-center justify-between">
        <IconButton
          icon="chevronLeft"
          label={COPY.previousMonth}
          disabled={month <= monthOf(first)}
          onClick={() => turn(-1)}
        />
        <p id={title} aria-live="polite" className="font-bold">
          {monthName(month)}
        </p>
        <IconButton
          icon="chevronRight"
          label={COPY.nextMonth}
          disabled={month >= monthOf(last)}
          onClick={() => turn(1)}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-labelledby={title}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-1 text-center"
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className="py-1 text-xs font-normal text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) =>
                day === null ? (
                  <td key={weekday} />
                ) : (
                  <DayCell
                    key={weekday}
                    day={day}
                    problem={startProblem(day, duration, taken, nowMs)}
                    place={placeIn(chosen, day)}
                    isCurrent={day === current}
                    onChoose={() => {
                      setCurrent(day)
                      onChoose(day)
                    }}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden="true" className="mt-2 flex gap-5 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span data-chosen="within" className="size-4 rounded-sm bg-ink" />
          {COPY.legend.chosen}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="grid size-4 place-items-center rounded-sm bg-sunken line-through">8</span>
          {COPY.legend.taken}
        </span>
      </p>
    </div>
  )
}

/** The first day on which a booking can start; none while all are taken. */
function firstFree(taken: readonly Period[], duration: number, nowMs: ServerTime): Day | undefined {
  const { first, last } = startableDays(nowMs)
  for (let day = first; day <= last; day = addDays(day, 1))
    if (startProblem(day, duration, taken, nowMs) === null) return day
  return undefined
}

type Place = 'first' | 'within' | null
const placeIn = (period: Period | null, day: Day): Place =>
  period === null || day < period.start || day >= period.end
    ? null
    : day === period.start
      ? 'first'
      : 'within'

type DayCellProps = {
  day: Day
  problem: ReturnType<typeof startProblem>
  place: Place
  isCurrent: boolean
  onChoose: () => void
}

function DayCell({ day, problem, place, isCurrent, onChoose }: DayCellProps) {
  const state = COPY.dayStates[problem ?? 'free']
  const label = [fullDay(day), place === null ? state : `${COPY.chosen}, ${state}`].join(' ')
  return (
    <td role="gridcell" aria-selected={place === 'first'} data-chosen={place ?? undefined} className="p-0">
      <button
        type="button"
        data-day={day}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={label}
        aria-disabled={problem !== null || undefined}
        onClick={problem === null ? onChoose : undefined}
        className={classNames(
          'mx-auto grid h-11 w-full place-items-center text-sm',
          place === 'first' && 'rounded-md bg-ink font-bold text-on-ink',
          place === 'within' && 'bg-sunken font-bold text-ink',
          place === null && problem === null && 'rounded-md text-ink hover:bg-hover',
          place === null && problem === 'taken' && 'rounded-md bg-sunken text-muted line-through',
          place === null && problem !== null && problem !== 'taken' && 'text-muted opacity-60',
          problem !== null && 'cursor-not-allowed!',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
