import { Loading, Skeleton } from '#ui/skeleton.tsx'

/** In the shape of a list of notifications, while the device reads them. */
export function NotificationSkeletons({ count }: { count: number }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex gap-3 px-4 py-4">
          <Skeleton className="size-9 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
