import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'
import { asideClass, mainClass, pageClass } from './page-layout.ts'

/** The video page's shape while it loads. */
export function VideoSkeleton() {
  return (
    <Loading>
      <h1 className="sr-only">{COPY.video}</h1>
      <div className={`${pageClass} min-h-dvh`}>
        <div className={`${mainClass} gap-4`}>
          <Skeleton className="aspect-video w-full rounded-xl" />
          <Skeleton className="h-7 w-4/5" />
          <div className="flex justify-between gap-4">
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
