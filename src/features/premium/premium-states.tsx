import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

type MissingProps = { online: boolean; failed: boolean; looking?: boolean; onRetry: () => void }

/** In the place of what is not there: loading, without a connection, or failed. */
export function Missing({ online, failed, looking = false, onRetry }: MissingProps) {
  if (looking || (online && !failed))
    return (
      <Loading label={COPY.loading}>
        <div className="grid gap-4 md:grid-cols-3">
          <Skeleton className="h-48 rounded-xl!" />
          <Skeleton className="h-48 rounded-xl!" />
          <Skeleton className="h-48 rounded-xl!" />
        </div>
      </Loading>
    )
  if (!online)
    return (
      <EmptyState
        icon="offline"
        title={COPY.needsConnection}
        body={COPY.needsConnectionBody}
        action={
          <Link to="/premium/features" className={buttonClass()}>
            {COPY.features}
          </Link>
        }
      />
    )
  return (
    <EmptyState
      icon="alert"
      title={COPY.loadFailed}
      action={<Button onClick={onRetry}>{COPY.retry}</Button>}
    />
  )
}

/** A short notice above what it is about. */
export function Notice({ tone, children }: { tone: 'good' | 'caution'; children: React.ReactNode }) {
  const look = tone === 'good' ? 'bg-sunken text-ink' : 'bg-caution-soft text-caution'
  return (
    <p role="status" className={`rounded-md px-4 py-3 text-sm [word-break:auto-phrase] ${look}`}>
      {children}
    </p>
  )
}
