import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { PaymentResult } from '#domain/payment-failure.ts'
import { isRunning } from '#domain/premium.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { Loaded } from '#ui/use-loaded.ts'
import { BENEFITS } from './benefits.ts'
import { CANCEL_COPY } from './renewal-copy.ts'
import type { Premium } from './dashboard-screen.tsx'
import { longDate } from './premium-date.ts'
import { PremiumHeading } from './premium-heading.tsx'
import { Missing } from './premium-states.tsx'

type CancelScreenProps = {
  online: boolean
  premium: Loaded<Premium>
  /** Answers until when (ISO 8601) it lasts. */
  cancel: (subscriptionId: string) => Promise<PaymentResult<{ currentPeriodEnd: string | null }>>
}

/** /premium/cancel: what one keeps, until when, and the end of it. */
export function CancelScreen({ online, premium, cancel }: CancelScreenProps) {
  const { value, failed, reload } = premium
  /** Cancelled here: the server may hear of it from Stripe a moment later. */
  const [endsAt, setEndsAt] = useState<{ at: string | null } | null>(null)
  if (!value || value.subscription === undefined || !online)
    return (
      <div className="max-w-2xl">
        <PremiumHeading title={CANCEL_COPY.title} />
        <Missing online={online} failed={failed} onRetry={reload} />
      </div>
    )
  const { status, subscription } = value
  const end = endsAt?.at ?? subscription?.current_period_end ?? status?.expiresAt ?? null
  const date = end === null ? CANCEL_COPY.unknownEnd : longDate(end)
  return (
    <div className="max-w-2xl">
      <PremiumHeading title={CANCEL_COPY.title} />
      {!isRunning(subscription) ? (
        <Settled title={CANCEL_COPY.none} body={CANCEL_COPY.noneBody(end && date)} />
      ) : endsAt !== null || subscription.cancel_at_period_end ? (
        <Settled title={CANCEL_COPY.scheduled} body={CANCEL_COPY.scheduledBody(date)} />
      ) : (
        <Cancellation
          date={date}
          cancel={() => cancel(subscription.stripe_subscription_id)}
          onCancelled={(at) => setEndsAt({ at })}
        />
      )}
    </div>
  )
}

function Settled({ title, body }: { title: string; body: string }) {
  return (
    <EmptyState
      icon="checkCircle"
      title={title}
      body={body}
      action={
        <Link to="/premium/dashboard" search={{}} className={buttonClass()}>
          {CANCEL_COPY.back}
        </Link>
      }
    />
  )
}

type CancellationProps = {
  date: string
  cancel: () => Promise<PaymentResult<{ currentPeriodEnd: string | null }>>
  onCancelled: (at: string | null) => void
}

function Cancellation({ date, cancel, onCancelled }: CancellationProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const begun = useRef(false)

  async function confirm(): Promise<void> {
    if (begun.current) return
    begun.current = true
    setBusy(true)
    setFailure(null)
    const cancelled = await cancel()
    begun.current = false
    setBusy(false)
    if (!cancelled.ok) return setFailure(cancelled.failure.sentence)
    setAsking(false)
    showToast({ kind: 'success', message: CANCEL_COPY.done })
    onCancelled(cancelled.value.currentPeriodEnd)
  }

  return (
    <div className="grid gap-8">
      <p className="[word-break:auto-phrase]">{CANCEL_COPY.lead(date)}</p>
      <section aria-labelledby="keeps-heading">
        <h2 id="keeps-heading" className="mb-3 text-lg">
          {CANCEL_COPY.keeps}
        </h2>
        <ul className="grid gap-2 text-sm">
          {CANCEL_COPY.kept.map((kept) => (
            <li key={kept} className="flex gap-2 [word-break:auto-phrase]">
              <Icon name="check" size={18} className="mt-0.5 text-good" />
              {kept}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="loses-heading">
        <h2 id="loses-heading" className="mb-3 text-lg">
          {CANCEL_COPY.loses}
        </h2>
        <ul className="grid gap-2 text-sm text-muted">
          {BENEFITS.map(({ name, free, premium }) => (
            <li key={name} className="[word-break:auto-phrase]">
              {name}: {premium} → {free}
            </li>
          ))}
        </ul>
      </section>
      <p className="flex flex-wrap gap-3">
        <Button onClick={() => setAsking(true)}>{CANCEL_COPY.cancel}</Button>
        <Link to="/premium/dashboard" search={{}} className={buttonClass({ variant: 'quiet' })}>
          {CANCEL_COPY.keep}
        </Link>
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={CANCEL_COPY.ask}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{CANCEL_COPY.keep}</Button>
            <Button variant="danger" busy={busy} onClick={() => void confirm()}>
              {CANCEL_COPY.confirm}
            </Button>
          </>
        }
      >
        <p className="[word-break:auto-phrase]">{CANCEL_COPY.askBody(date)}</p>
        <p role="alert" className={failure ? 'mt-4 text-sm text-danger' : 'sr-only'}>
          {failure}
        </p>
      </Dialog>
    </div>
  )
}
