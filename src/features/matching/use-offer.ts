import { useCallback, useEffect, useState } from 'react'

/** What the server said when it was asked for candidates. */
export type OfferOutcome =
  | { ok: true; perDay: number }
  | { ok: false; code: 'offline' | 'adult_required' | 'failed' }
export type Offer = { state: 'asking' } | { state: 'told'; outcome: OfferOutcome }

/** Asks for today's candidates when the screen opens, when the connection is back, and when the person asks again. */
export function useOffer(ask: () => Promise<OfferOutcome>, online: boolean): [Offer, () => void] {
  const [offer, setOffer] = useState<Offer>({ state: 'asking' })
  const again = useCallback(() => {
    setOffer({ state: 'asking' })
    void ask().then((outcome) => setOffer({ state: 'told', outcome }))
  }, [ask])
  useEffect(() => {
    let left = false
    void ask().then((outcome) => {
      if (!left) setOffer({ state: 'told', outcome })
    })
    return () => {
      left = true
    }
  }, [ask, online])
  return [offer, again]
}
