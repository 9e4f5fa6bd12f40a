import { useEffect, useRef, type ReactNode } from 'react'
import type { SubscriptionPlan } from '#domain/premium.ts'
import { Button } from '#ui/button.tsx'
import { CONFIRM_COPY } from './copy.ts'
import { PremiumHeading } from './premium-heading.tsx'

type ConfirmScreenProps = {
  online: boolean
  plan: SubscriptionPlan
  /** Where the law's other particulars are; null while there is no such page. */
  legal: ReactNode
  /** Asks for the payment; the form comes as `payment`. */
  onContinue: () => void
  busy: boolean
  /** Why there is no form, in a sentence. */
  failure: string | null
  /** The payment form, once there is something to pay; what the law asks for stays in view above it. */
  payment: ReactNode
  onBack: () => void
}

/** The last look before paying: what the Act on Specified Commercial Transactions (Art. 12-6) wants to be seen where an order becomes final. */
export function ConfirmScreen({
  online,
  plan,
  legal,
  onContinue,
  busy,
  failure,
  payment,
  onBack,
}: ConfirmScreenProps) {
  const items: [string, string][] = [
    [CONFIRM_COPY.quantity, CONFIRM_COPY.quantityBody(plan)],
    [CONFIRM_COPY.price, CONFIRM_COPY.priceBody(plan)],
    [CONFIRM_COPY.payment, CONFIRM_COPY.paymentBody(plan)],
    [CONFIRM_COPY.delivery, CONFIRM_COPY.deliveryBody],
    [CONFIRM_COPY.period, CONFIRM_COPY.periodBody],
    [CONFIRM_COPY.withdrawal, CONFIRM_COPY.withdrawalBody(plan)],
  ]
  const form = useRef<HTMLElement>(null)
  const pays = payment !== null
  useEffect(() => {
    if (pays) form.current?.scrollIntoView({ block: 'nearest' })
  }, [pays])
  const told = failure ?? (online ? null : CONFIRM_COPY.offline)
  return (
    <div className="max-w-2xl">
      <PremiumHeading title={CONFIRM_COPY.title}>{CONFIRM_COPY.lead}</PremiumHeading>
      <dl className="overflow-hidden rounded-xl border border-line bg-surface">
        {items.map(([name, body]) => (
          <div
            key={name}
            className="grid gap-1 border-b border-line px-4 py-3.5 last:border-0 sm:grid-cols-[10rem_1fr] sm:gap-4"
          >
            <dt className="text-sm font-bold">{name}</dt>
            <dd className="text-sm [word-break:auto-phrase]">{body}</dd>
          </div>
        ))}
      </dl>
      {legal && <p className="mt-3 text-sm">{legal}</p>}
      {pays ? (
        <section ref={form} aria-labelledby="payment-heading" className="mt-8">
          <h2 id="payment-heading" className="mb-4 text-lg">
            {CONFIRM_COPY.payment_form}
          </h2>
          {payment}
        </section>
      ) : (
        <>
          <div
            className={told ? 'mt-6 rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}
          >
            <p role="alert">{told}</p>
          </div>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="primary" size="lg" busy={busy} disabled={!online} onClick={onContinue}>
              {CONFIRM_COPY.toPayment}
            </Button>
            <Button variant="quiet" size="lg" onClick={onBack}>
              {CONFIRM_COPY.back}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
