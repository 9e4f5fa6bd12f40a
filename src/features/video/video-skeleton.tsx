import { pictureFor } from '#ui/picture-passage.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'
import { asideClass, mainClass, pageClass } from './page-layout.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

/** The video page's shape while it loads, with the picture that was pressed to come here. */
export function VideoSkeleton({ videoId }: { videoId: string }) {
  const picture = pictureFor(videoId)
  return (
    <Loading holdsMore={picture !== ''}>
      <h1 className="sr-only">{COPY.video}</h1>
      <div className={`${pageClass} min-h-dvh`}>
        <div className={`${mainClass} gap-4`}>
          {picture ? (
            <VideoThumbnail src={picture} duration={0} eager className="passing-picture rounded-xl" />
          ) : (
            <Skeleton className="aspect-video w-full rounded-xl" />
          )}
          <Skeleton className="h-7 w-4/5" />
          <div className="flex min-h-18 justify-between gap-4">
            <Skeleton className="h-10 w-2/5" />
            <Skeleton className="h-11 w-1/3 rounded-full" />
          </div>
        </div>
        <div className={asideClass}>
          <Skeleton className="h-112 w-full rounded-xl" />
        </div>
      </div>
    </Loading>
  )
}
