import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { matchCandidates, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLive } from '#ui/use-live.ts'
import { CandidateDeck } from './candidate-deck.tsx'
import { CandidateList } from './candidate-list.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { COPY } from './copy.ts'
import { NoCandidates } from './no-candidates.tsx'
import { OfferNotice } from './offer-notice.tsx'
import { type OfferOutcome, useOffer } from './use-offer.ts'

type MatchingScreenProps = {
  store: Store | null
  online: boolean
  /** deck: one candidate at a time (/matching) · list: all of today in detail (/matching/new). */
  as: 'deck' | 'list'
  askForCandidates: () => Promise<OfferOutcome>
  /** Under premium's address, with its own words. */
  isPremium?: boolean
  /** The link to the other view of the same. */
  renderOther: (look: { className: string; children: string }) => ReactNode
  /** How the person stands to a candidate, and what can be done about it. */
  renderConnection?: (personId: string) => ReactNode
  /** What others ask of the person, above the candidates. */
  requests?: ReactNode
  /** Candidates wait for them: what comes above them later would move them. */
  areRequestsKnown?: boolean
}

/** Whom the server offers, from the device: the choice works without a connection, new candidates need one. */
export function MatchingScreen({
  store,
  online,
  as,
  askForCandidates,
  isPremium = false,
  renderOther,
  renderConnection,
  requests,
  areRequestsKnown = true,
}: MatchingScreenProps) {
  const [title, lead] = wordsOf(as, isPremium)
  usePageTitle(title)
  const [offer, askAgain] = useOffer(askForCandidates, online)
  const candidates$ = useMemo(() => store && matchCandidates(store), [store])
  const people = useLive<RelatedPerson[] | null>(candidates$, null)
  const [first, ...others] = people ?? []
  const isLooking = people === null || !areRequestsKnown || (first === undefined && offer.state === 'asking')
  const isTurnedAway = offer.state === 'told' && !offer.outcome.ok && offer.outcome.code === 'adult_required'
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:max-w-none lg:grid-cols-[36rem_20rem] lg:grid-rows-[auto_1fr] lg:justify-center lg:has-[>aside:empty]:grid-cols-[36rem]">
      <header className="flex flex-wrap items-end gap-3">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h1 className="text-2xl">{title}</h1>
          <p className="text-sm text-muted">{lead}</p>
          <p aria-busy={offer.state === 'asking'} className="min-h-6 text-sm text-muted">
            {offer.state === 'told' && offer.outcome.ok && COPY.perDay(offer.outcome.perDay)}
          </p>
        </div>
        <nav className="flex flex-wrap gap-2">
          {renderOther({
            className: buttonClass({ size: 'sm' }),
            children: as === 'deck' ? COPY.toList : COPY.toDeck,
          })}
          <Link to="/profile/matching" className={buttonClass({ size: 'sm' })}>
            {COPY.toSettings}
          </Link>
        </nav>
      </header>
      <aside className="empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-2">{requests}</aside>
      <div className="min-w-0 lg:col-start-1">
        <OfferNotice offer={offer} onRetry={askAgain} />
        {isLooking && <CardSkeleton />}
        {!isLooking && first === undefined && !isTurnedAway && <NoCandidates onRetry={askAgain} />}
        {store &&
          !isLooking &&
          first !== undefined &&
          (as === 'deck' ? (
            <CandidateDeck store={store} people={[first, ...others]} renderConnection={renderConnection} />
          ) : (
            <CandidateList store={store} people={[first, ...others]} renderConnection={renderConnection} />
          ))}
      </div>
    </div>
  )
}

function wordsOf(as: 'deck' | 'list', isPremium: boolean): [title: string, lead: string] {
  if (isPremium) return [COPY.premiumTitle, COPY.premiumLead]
  return as === 'deck' ? [COPY.title, COPY.lead] : [COPY.newTitle, COPY.newLead]
}
