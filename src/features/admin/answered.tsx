import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'
import type { Answer } from './use-answer.ts'

type AnsweredProps<T> = { answer: Answer<T>; online: boolean; children: (value: T) => ReactNode }

/** What was read, or why there is nothing to see. */
export function Answered<T>({ answer: { value, failed, reload }, online, children }: AnsweredProps<T>) {
  if (value !== null) {
    return (
      <>
        {!online && (
          <p role="status" className="mb-3 text-sm text-caution">
            {COPY.stale}
          </p>
        )}
        {children(value)}
      </>
    )
  }
  if (!online) return <EmptyState icon="offline" title={COPY.offline} body={COPY.offlineBody} />
  if (failed) {
    return (
      <EmptyState
        icon="alert"
        title={COPY.loadFailed}
        action={<Button onClick={() => void reload()}>{COPY.retry}</Button>}
      />
    )
  }
  return (
    <Loading>
      <div className="grid gap-3">
        <Skeleton className="h-20 rounded-xl!" />
        <Skeleton className="h-20 rounded-xl!" />
        <Skeleton className="h-20 rounded-xl!" />
      </div>
    </Loading>
  )
}
