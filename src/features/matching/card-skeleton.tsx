import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

export function CardSkeleton() {
  return (
    <Loading label={COPY.looking}>
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5">
        <div className="flex items-center gap-4">
          <Skeleton className="size-24 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-4 w-1/3" />
          </div>
          <Skeleton className="size-14" />
        </div>
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-28" />
      </div>
    </Loading>
  )
}
