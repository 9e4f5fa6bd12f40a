import type { FailureCode } from '#domain/errors.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

const SKELETONS = 3

/** The shape of a few ratings. */
export function RatingListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-7 pt-1">
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className="grid grid-cols-[auto_1fr] gap-x-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="grid gap-2.5">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Why the ratings of others are not here. */
export function RatingListNote({ code, onRetry }: { code: FailureCode; onRetry?: () => void }) {
  const offline = code === 'offline'
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-3 text-sm first:mt-0">
      <Icon name={offline ? 'offline' : 'alert'} size={20} className="text-muted" />
      <p className="flex-1">{offline ? COPY.listOffline : COPY.listFailed}</p>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {COPY.tryAgain}
        </Button>
      )}
    </div>
  )
}
