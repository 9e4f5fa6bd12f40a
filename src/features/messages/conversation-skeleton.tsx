import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

/** In the shape of a conversation, while the device reads it. */
export function ConversationSkeleton() {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{COPY.title}</h1>
      <div className="flex items-center gap-3 border-b border-line py-2.5">
        <Skeleton className="size-10 rounded-full!" />
        <Skeleton className="h-5 w-32" />
      </div>
      <LogSkeleton />
    </div>
  )
}

export function LogSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden py-6">
      <Loading>
        <div className="grid gap-4">
          <Skeleton className="h-11 w-3/5 rounded-xl" />
          <Skeleton className="ms-auto h-11 w-1/2 rounded-xl" />
          <Skeleton className="ms-auto h-18 w-3/5 rounded-xl" />
          <Skeleton className="h-18 w-2/3 rounded-xl" />
        </div>
      </Loading>
    </div>
  )
}

export function RowSkeletons() {
  return (
    <Loading>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-3 px-3 py-3.5">
          <Skeleton className="size-10 rounded-full!" />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
