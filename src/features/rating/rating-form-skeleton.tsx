import { Loading, Skeleton } from '#ui/skeleton.tsx'

const ROWS = 7

/** The form's shape while the rating is read from the device. */
export function RatingFormSkeleton() {
  return (
    <Loading>
      <div className="rounded-xl border border-line bg-surface p-4 sm:p-5">
        <Skeleton className="mb-5 h-5 w-32" />
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className="flex h-11 items-center justify-between gap-6">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-6 w-3/5" />
          </div>
        ))}
        <Skeleton className="mt-5 h-24 w-full" />
      </div>
    </Loading>
  )
}
