import type { Video } from '#domain/catalogue.ts'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { RenderVideo } from './render-video.ts'

const gridClass = 'grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-5 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-3'

/** The most reviewed videos: the first one large, the others in their order. */
export function TopVideos({ videos, renderVideo }: { videos: Video[]; renderVideo: RenderVideo }) {
  const [first, ...others] = videos
  if (!first) return null
  return (
    <ol className={gridClass}>
      <li key={first.id} className="col-span-full mb-3">
        {renderVideo(first, { layout: 'feature', eager: true })}
      </li>
      {others.map((video, index) => (
        <li key={video.id} className="video-item">
          {renderVideo(video, { layout: 'fluid', rank: index + 2 })}
        </li>
      ))}
    </ol>
  )
}

const OTHERS = 9

/** The shape of the same while it loads. */
export function TopVideosSkeleton() {
  return (
    <Loading>
      <div className="mb-8 grid items-center gap-x-10 gap-y-5 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Skeleton className="aspect-video w-full rounded-xl" />
        <div>
          <Skeleton className="mb-3 h-4 w-40" />
          <Skeleton className="mb-2 h-6 w-full" />
          <Skeleton className="mb-4 h-6 w-3/5" />
          <Skeleton className="mx-auto aspect-[5/4] w-full max-w-80 rounded-xl" />
        </div>
      </div>
      <MediaSkeletons layout="fluid" count={OTHERS} className={gridClass} />
    </Loading>
  )
}
