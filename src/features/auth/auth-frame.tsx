import type { ReactNode } from 'react'
import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { RadarChart } from '#ui/radar-chart.tsx'
import { COPY } from './copy.ts'
import { Phrases } from '#ui/phrases.tsx'

const SAMPLE = [4.6, 3.8, 4.2, 3.4, 4.4, 3.6]
const PROMISES = [
  { icon: 'star', text: COPY.promiseAxes },
  { icon: 'device', text: COPY.promiseOffline },
  { icon: 'chat', text: COPY.promisePeople },
] as const satisfies { icon: IconName; text: string }[]

/** Around everything about credentials: on wide screens, what one signs in for stands beside it. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-16 py-4 sm:py-10 lg:max-w-none lg:grid-cols-[minmax(0,26rem)_minmax(0,30rem)] lg:justify-center lg:gap-24">
      <div className="min-w-0">{children}</div>
      <aside
        aria-label={COPY.promises}
        className="hidden self-start rounded-xl border border-line bg-surface p-10 lg:block"
      >
        <RadarChart
          title={COPY.promise}
          axes={AXES.map((axis) => SCORE_NAMES[axis])}
          series={[{ name: COPY.sample, values: SAMPLE, tone: 'accent' }]}
          className="mx-auto max-w-72"
        />
        <p className="mt-4 text-xl font-bold [word-break:auto-phrase]">
          <Phrases>{COPY.promise}</Phrases>
        </p>
        <ul className="mt-6 grid gap-4 text-sm">
          {PROMISES.map(({ icon, text }) => (
            <li key={icon} className="flex gap-3">
              <Icon name={icon} size={20} className="mt-0.5 text-muted" />
              {text}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}

/** For the links under a form. */
export const authLinkClass =
  'inline-flex min-h-9 w-fit items-center font-bold text-ink underline underline-offset-4'
