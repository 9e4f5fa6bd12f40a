import { useCallback } from 'react'
import * as v from 'valibot'
import { useApp } from './app-context.ts'
import { RestFailure } from './rest.ts'

const REFUSALS = ['adult_required', 'premium_required', 'connection_not_found'] as const
const Connection = v.object({ connected_user_id: v.string() })
export type ConnectionRequest =
  /** `isAskedOfMe`: nothing was sent, because the other had asked already. */
  | { ok: true; isAskedOfMe: boolean }
  | { ok: false; code: (typeof REFUSALS)[number] | 'signed_out' | 'offline' | 'failed' }

/** Asks somebody for a connection. The server decides who may, so it needs a connection; the request comes to the device by the pull that follows. */
export function useRequestConnection(): (personId: string) => Promise<ConnectionRequest> {
  const { rest, keeper } = useApp()
  return useCallback(
    async (personId) => {
      try {
        const answer = await rest('rpc/request_connection', { body: { recipient: personId }, asPerson: true })
        const state = keeper.state.read()
        if (state.status === 'open') await state.opened.syncNow().catch(() => {})
        return { ok: true, isAskedOfMe: v.parse(Connection, answer).connected_user_id === personId }
      } catch (error) {
        return { ok: false, code: codeOf(error) }
      }
    },
    [rest, keeper],
  )
}

function codeOf(error: unknown): Extract<ConnectionRequest, { ok: false }>['code'] {
  if (!(error instanceof RestFailure)) return 'failed'
  const refusal = REFUSALS.find((code) => code === error.hint)
  if (refusal !== undefined) return refusal
  if (error.code === 'signed_out') return 'signed_out'
  return error.code === 'offline' || error.code === 'timeout' ? 'offline' : 'failed'
}
