import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SubscriptionPlan } from '#domain/premium.ts'
import { BOOKING_DURATIONS, type Slot } from '#domain/promotions.ts'
import type { Seller } from '#domain/seller.ts'
import { Button } from '#ui/button.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Loaded } from '#ui/use-loaded.ts'
import { COMMERCE_COPY as COPY } from './commerce-copy.ts'
import { Phrases } from '#ui/phrases.tsx'

type CommerceScreenProps = {
  seller: Seller
  online: boolean
  plans: Loaded<SubscriptionPlan[]>
  slots: Loaded<Slot[]>
  /** In the words of the screens on which an order becomes final. */
  premiumTerms: { deliveryBody: string }
  bookingTerms: { paymentDetail: string; expiryDetail: string; withdrawalDetail: string }
}

const FACTS = ['name', 'representative', 'address', 'phone'] as const satisfies (keyof Seller)[]

/** /legal/commerce: what the Act on Specified Commercial Transactions wants told of who sells what, for how much and on which terms. */
export function CommerceScreen({
  seller,
  online,
  plans,
  slots,
  premiumTerms,
  bookingTerms,
}: CommerceScreenProps) {
  usePageTitle(COPY.title)
  return (
    <article className="mx-auto max-w-3xl">
      <h1 className="text-2xl">
        <Phrases>{COPY.title}</Phrases>
      </h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <Terms
        title={COPY.seller}
        items={[
          ...FACTS.map((fact): [string, ReactNode] => [
            COPY.sellerFacts[fact],
            seller[fact] ?? COPY.onRequest,
          ]),
          [
            COPY.contact,
            <>
              {seller.email !== null && <span className="block wrap-anywhere">{seller.email}</span>}
              {COPY.contactBody}{' '}
              <Link to="/contact" className="underline">
                {COPY.contact}
              </Link>
            </>,
          ],
        ]}
      />
      <Terms
        title={COPY.premium}
        items={[
          [
            COPY.price,
            <Prices key="plans" loaded={plans} online={online}>
              {(sold) => sold.map((plan) => <li key={plan.id}>{COPY.planPrice(plan)}</li>)}
            </Prices>,
          ],
          [COPY.extra, COPY.extraBody],
          [COPY.payment, COPY.premiumPayment],
          [COPY.delivery, premiumTerms.deliveryBody],
          [COPY.renewal, COPY.renewalBody],
          [COPY.withdrawal, COPY.premiumWithdrawal],
        ]}
      />
      <Terms
        title={COPY.promotion}
        items={[
          [
            COPY.price,
            <Prices key="slots" loaded={slots} online={online} note={COPY.slotPriceBody(BOOKING_DURATIONS)}>
              {(sold) =>
                sold.map(({ id, name, pricePerDay }) => <li key={id}>{COPY.slotPrice(name, pricePerDay)}</li>)
              }
            </Prices>,
          ],
          [COPY.extra, COPY.extraBody],
          [COPY.payment, bookingTerms.paymentDetail],
          [COPY.delivery, COPY.promotionDelivery],
          [COPY.expiry, bookingTerms.expiryDetail],
          [COPY.withdrawal, bookingTerms.withdrawalDetail],
        ]}
      />
      <p className="mt-6 text-sm text-muted">
        {COPY.system}: {COPY.systemBody}
      </p>
    </article>
  )
}

function Terms({ title, items }: { title: string; items: [string, ReactNode][] }) {
  return (
    <section className="mt-9">
      <h2 className="mb-4 text-lg">{title}</h2>
      <dl className="overflow-hidden rounded-xl border border-line bg-surface">
        {items.map(([name, body]) => (
          <div
            key={name}
            className="grid gap-1 border-b border-line px-4 py-3.5 last:border-0 sm:grid-cols-[10rem_1fr] sm:gap-4"
          >
            <dt className="text-sm font-bold [word-break:auto-phrase]">{name}</dt>
            <dd className="text-sm [word-break:auto-phrase]">{body}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type PricesProps<T> = {
  loaded: Loaded<T[]>
  online: boolean
  note?: string
  children: (sold: T[]) => ReactNode
}

function Prices<T>({
  loaded: { value, asOf, failed, looking, reload },
  online,
  note,
  children,
}: PricesProps<T>) {
  if (value !== null) {
    if (value.length === 0) return COPY.noPrices
    return (
      <>
        <ul>{children(value)}</ul>
        {note}
        {!online && (
          <p className="mt-1 text-muted">
            <KeptAge asOf={asOf} />
          </p>
        )}
      </>
    )
  }
  if (looking || (online && !failed)) {
    return (
      <Loading label={COPY.loading}>
        <Skeleton className="h-5 w-48" />
      </Loading>
    )
  }
  if (!online) return COPY.offline
  return (
    <span role="alert" className="flex flex-wrap items-center gap-3">
      {COPY.failed}
      <Button size="sm" onClick={reload}>
        {COPY.retry}
      </Button>
    </span>
  )
}
