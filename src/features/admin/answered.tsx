import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Loaded } from '#ui/use-loaded.ts'
import { COPY } from './copy.ts'

type AnsweredProps<T> = { answer: Loaded<T>; online: boolean; children: (value: T) => ReactNode }

/** What was read, or why there is nothing to see. When the control that had the focus went with what was read before, the focus stays here. */
export function Answered<T>({ answer: { value, failed, reload }, online, children }: AnsweredProps<T>) {
  const region = useRef<HTMLDivElement>(null)
  const focused = useRef<EventTarget & Element>(null)
  useEffect(() => {
    const isGone = focused.current?.isConnected === false
    if (isGone && document.activeElement === document.body) region.current?.focus()
  }, [value])
  if (value !== null) {
    return (
      <div
        ref={region}
        tabIndex={-1}
        className="outline-none"
        onFocus={({ target }) => (focused.current = target)}
      >
        {!online && (
          <p role="status" className="mb-3 text-sm text-caution">
            {COPY.stale}
          </p>
        )}
        {online && failed && (
          <p role="alert" className="mb-3 flex flex-wrap items-center gap-3 text-sm text-caution">
            {COPY.notRenewed}
            <Button size="sm" onClick={reload}>
              {COPY.retry}
            </Button>
          </p>
        )}
        {children(value)}
      </div>
    )
  }
  if (!online) return <EmptyState icon="offline" title={COPY.offline} body={COPY.offlineBody} />
  if (failed) {
    return (
      <EmptyState
        icon="alert"
        title={COPY.loadFailed}
        action={<Button onClick={reload}>{COPY.retry}</Button>}
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
