import { createRoot, type Root } from 'react-dom/client'
import { createValue } from '#platform/observable-value.ts'
import { EMPTY_CARD, readCard, type CardProblems } from './card.ts'
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts'
import { StandInCard, type ChallengeAnswer } from './stand-in-card.tsx'
import { standInApi, type StandInApi } from './stand-in-api.ts'

/** Takes the card by fields of our own and asks the stand-in as Stripe.js asks Stripe; no card is charged. */
export function openStandIn(account: { publishableKey: string; standInUrl: string }): PaymentProvider {
  const card = createValue(EMPTY_CARD)
  const problems = createValue<CardProblems>({})
  const challenge = createValue<((answer: ChallengeAnswer) => void) | null>(null)
  let api: StandInApi | undefined
  let root: Root | undefined

  const answered = async (asked: StandInApi): Promise<PaymentOutcome> => {
    const answer = await new Promise<ChallengeAnswer>((resolve) => challenge.set(resolve))
    challenge.set(null)
    return answer === 'abandon' ? { state: 'requires_action' } : asked.answerChallenge(answer)
  }

  return {
    mount(element, clientSecret) {
      api = standInApi(account, clientSecret)
      if (root) return Promise.resolve()
      root = createRoot(element)
      root.render(<StandInCard card={card} problems={problems} challenge={challenge} />)
      return Promise.resolve()
    },
    async confirm() {
      const read = readCard(card.read())
      problems.set('problems' in read ? read.problems : {})
      if (!api || 'problems' in read) return { state: 'incomplete' }
      const confirmed = await api.confirm(read.card)
      return confirmed.state === 'requires_action' ? answered(api) : confirmed
    },
    close() {
      const closed = root
      root = undefined
      // React may be rendering what holds the element
      queueMicrotask(() => closed?.unmount())
    },
  }
}
