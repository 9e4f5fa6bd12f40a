import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'

/** Stands in while a screen's code is on its way; the title is not that of the screen before. */
export function RoutePending() {
  usePageTitle(undefined)
  return (
    <Loading>
      <Skeleton className="mb-8 h-9 w-52" />
      <div className="video-grid">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="grid gap-3">
            <Skeleton className="aspect-video w-full rounded-lg" />
            <Skeleton className="h-5 w-11/12" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
