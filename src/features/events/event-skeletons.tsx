import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

/** In the shape of a list of events. */
export function EventSkeletons() {
  return (
    <Loading label={COPY.loading}>
      <div className="grid gap-3">
        {[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-32 rounded-xl!" />
        ))}
      </div>
    </Loading>
  )
}

/** In the shape of one event. */
export function EventSkeleton() {
  return (
    <Loading label={COPY.loading}>
      <h1 className="sr-only">{COPY.title}</h1>
      <div className="mx-auto grid max-w-2xl gap-4">
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="h-56 rounded-xl!" />
        <Skeleton className="h-40 rounded-xl!" />
      </div>
    </Loading>
  )
}
