import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'

export function NoCandidates({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon="heart"
      title={COPY.empty}
      body={COPY.emptyBody}
      action={
        <>
          <Link to="/search" className={buttonClass({ variant: 'primary' })}>
            {COPY.rate}
          </Link>
          <Button onClick={onRetry}>{COPY.retry}</Button>
        </>
      }
    />
  )
}
