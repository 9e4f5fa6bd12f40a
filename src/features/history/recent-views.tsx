import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Video } from '#domain/catalogue.ts'
import { recentHistory, type ViewItem } from '#sync/collections/history.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { Loading } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { noRecentViewsMark } from './recent-views-mark.ts'
import { recentViewsPlace } from './recent-views-skeleton.tsx'

const LIMIT = 8

type RecentViewsProps = {
  store: Store | null
  renderVideo: (video: Video, look: { layout: 'tile' }) => ReactNode
}

/**
 * What the person watched last, to go on from. Nothing when there is none. The place that it once had on the
 * screen stays, also where there is nothing after all, or where the device's data are away for a while.
 */
export function RecentViews({ store, renderVideo }: RecentViewsProps) {
  const live = useMemo(() => store && recentHistory(store, LIMIT), [store])
  const views = useLive<ViewItem[] | undefined>(live, undefined)
  const shown = views?.flatMap(({ id, video }) => (video ? [{ id, video }] : []))
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  const any = shown && shown.length > 0
  const isKnown = any || (any === false && arrival === 'arrived')
  const [isPlaceKept, setPlaceKept] = useState(() => !noRecentViewsMark.isSet())
  if (any && !isPlaceKept) setPlaceKept(true)
  useEffect(() => {
    if (isKnown) noRecentViewsMark.set(!any)
  }, [isKnown, any])
  if (!any && (any === undefined || arrival === 'arriving'))
    return isPlaceKept && <Loading>{recentViewsPlace}</Loading>
  if (!any)
    return (
      isPlaceKept && (
        <div className="relative">
          <div className="invisible">{recentViewsPlace}</div>
          <p className="absolute inset-0 grid place-items-center rounded-xl bg-sunken p-4 text-sm text-muted">
            {isKnown ? COPY.noneYet : COPY.absent}
          </p>
        </div>
      )
    )
  return (
    <section aria-labelledby="recent-views">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="recent-views" className="text-xl">
          {COPY.continue}
        </h2>
        <Link
          to="/profile/history"
          className="text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          {COPY.all}
        </Link>
      </div>
      <ul className="video-rail bleed-x">
        {shown.map(({ id, video }) => (
          <li key={id}>{renderVideo(video, { layout: 'tile' })}</li>
        ))}
      </ul>
    </section>
  )
}
