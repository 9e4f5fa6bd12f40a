import { useId, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'
import type { Asked } from './use-asked.ts'

type SectionProps = { title: string; lead?: string; aside?: ReactNode; children: ReactNode }

/** A titled part of a creator's screen. */
export function Section({ title, lead, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {lead && <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

type AnswerProps<T> = { asked: Asked<T>; online: boolean; children: (value: T) => ReactNode }

/** What the server answered, or why there is nothing yet. */
export function Answer<T>({ asked: { value, failed, reload }, online, children }: AnswerProps<T>) {
  if (value !== null) {
    return (
      <>
        {failed && online && (
          <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 text-sm text-caution">
            {COPY.reloadFailed}
            <Button size="sm" onClick={reload}>
              {COPY.retry}
            </Button>
          </p>
        )}
        {children(value)}
      </>
    )
  }
  if (!online) return <EmptyState level={3} icon="offline" title={COPY.needsConnection} />
  if (failed) {
    return (
      <EmptyState
        level={3}
        icon="alert"
        title={COPY.loadFailed}
        action={<Button onClick={reload}>{COPY.retry}</Button>}
      />
    )
  }
  return (
    <Loading label={COPY.loading}>
      <Skeleton className="h-44 rounded-xl!" />
    </Loading>
  )
}
