import { useState } from 'react'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { recentViewsMark } from './recent-views-mark.ts'

const SHOWN = 5

/** Keeps the place of the recent views while their code and the device's data are read, if there were some last time; light enough for everybody's home. */
export function RecentViewsSkeleton() {
  const [isExpected] = useState(recentViewsMark.isSet)
  if (!isExpected) return null
  return (
    <Loading>
      <Skeleton className="mb-5 h-7 w-40" />
      <MediaSkeletons layout="tile" count={SHOWN} className="video-rail bleed-x" />
    </Loading>
  )
}
