import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { COPY } from './copy.ts'
import type { Offer } from './use-offer.ts'

/** Says above the candidates what the server could not do, and the way on. */
export function OfferNotice({ offer, onRetry }: { offer: Offer; onRetry: () => void }) {
  if (offer.state === 'asking' || offer.outcome.ok) return null
  const { code } = offer.outcome
  if (code === 'adult_required')
    return (
      <Notice text={`${COPY.adult}。${COPY.adultBody}`}>
        <Link to="/profile" search={{ edit: 'birth_date' }} className={buttonClass({ size: 'sm' })}>
          {COPY.toProfile}
        </Link>
      </Notice>
    )
  if (code === 'offline') return <Notice text={COPY.offline} />
  return (
    <Notice text={COPY.failed}>
      <Button size="sm" onClick={onRetry}>
        {COPY.retry}
      </Button>
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-md bg-caution-soft px-4 py-3 text-sm text-caution"
    >
      <p className="min-w-0 flex-1 basis-48">{text}</p>
      {children}
    </div>
  )
}
