import { useCallback } from 'react'
import * as v from 'valibot'
import { useApp } from './app-context.ts'
import { RestFailure } from './rest.ts'

export type CandidatesOffer =
  | { ok: true; perDay: number }
  | { ok: false; code: 'offline' | 'adult_required' | 'failed' }

const Offered = v.object({ per_day: v.number() })

/** Has the server offer today's candidates; they come to the device by the pull that follows. */
export function useOfferCandidates(): () => Promise<CandidatesOffer> {
  const { rest, keeper } = useApp()
  return useCallback(async () => {
    try {
      const { body } = await rest('rpc/offer_candidates', { body: {}, asPerson: true })
      const offered = v.parse(Offered, body)
      const state = keeper.state.read()
      if (state.status === 'open') await state.opened.syncNow().catch(() => {})
      return { ok: true, perDay: offered.per_day }
    } catch (error) {
      return { ok: false, code: codeOf(error) }
    }
  }, [rest, keeper])
}

function codeOf(error: unknown): 'offline' | 'adult_required' | 'failed' {
  if (!(error instanceof RestFailure)) return 'failed'
  if (error.hint === 'adult_required') return error.hint
  return error.code === 'offline' || error.code === 'timeout' ? 'offline' : 'failed'
}
