import { useId, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'
import type { Loaded } from '#ui/use-loaded.ts'

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

type AnswerProps<T> = {
  asked: Loaded<T>
  online: boolean
  /** Of the heading that says why there is nothing: one below the heading it stands under. */
  level?: 2 | 3
  children: (value: T) => ReactNode
}

/** What the server answered, or why there is nothing yet. */
export function Answer<T>({
  asked: { value, asOf, failed, looking, reload },
  online,
  level = 3,
  children,
}: AnswerProps<T>) {
  if (value !== null) {
    return (
      <>
        {!online && (
          <p className="mb-3 text-sm text-muted">
            <KeptAge asOf={asOf} />
          </p>
        )}
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
  if (looking || (online && !failed)) {
    return (
      <Loading label={COPY.loading}>
        <Skeleton className="h-44 rounded-xl!" />
      </Loading>
    )
  }
  if (!online) return <EmptyState level={level} icon="offline" title={COPY.needsConnection} />
  return (
    <EmptyState
      level={level}
      icon="alert"
      title={COPY.loadFailed}
      action={<Button onClick={reload}>{COPY.retry}</Button>}
    />
  )
}
