import { useState } from 'react'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { noRecentViewsMark } from './recent-views-mark.ts'

const SHOWN = 5

/**
 * Keeps the place of the recent views while their code and the device's data are read, unless there were none
 * last time; light enough for everybody's home.
 */
export function RecentViewsSkeleton() {
  const [isExpected] = useState(() => !noRecentViewsMark.isSet())
  return isExpected && <Loading>{recentViewsPlace}</Loading>
}

export const recentViewsPlace = (
  <>
    <Skeleton className="mb-5 h-7 w-40" />
    <MediaSkeletons layout="tile" count={SHOWN} className="video-rail bleed-x" />
  </>
)
