import { useCallback } from 'react'
import * as v from 'valibot'
import type { App } from './app.ts'
import { useApp } from './app-context.ts'
import { RestFailure } from './rest.ts'
import { rowOf } from '#database/server-row.ts'

const REFUSALS = ['adult_required', 'premium_required', 'connection_not_found', 'too_many_requests'] as const
const Connection = rowOf('rpc/request_connection', {
  connected_user_id: v.string(),
  status: v.picklist(['pending', 'connected', 'rejected']),
})
export type ConnectionRequest =
  /** How the two stand now: the other may have asked already (`isAskedOfMe`), or an earlier request may have been answered. */
  | { ok: true; status: v.InferOutput<typeof Connection>['status']; isAskedOfMe: boolean }
  | { ok: false; code: (typeof REFUSALS)[number] | 'signed_out' | 'offline' | 'failed' }

/** Asks somebody for a connection (spec §4). The server decides who may, so it needs a connection; the request comes to the device by the pull that follows. */
export async function requestConnection(
  { rest, keeper }: Pick<App, 'rest' | 'keeper'>,
  personId: string,
): Promise<ConnectionRequest> {
  try {
    const { body } = await rest('rpc/request_connection', { body: { recipient: personId }, asPerson: true })
    const { status, connected_user_id } = v.parse(Connection, body)
    const state = keeper.state.read()
    if (state.status === 'open') void state.opened.syncNow().catch(() => {})
    return { ok: true, status, isAskedOfMe: connected_user_id === personId }
  } catch (error) {
    return { ok: false, code: codeOf(error) }
  }
}

export function useRequestConnection(): (personId: string) => Promise<ConnectionRequest> {
  const app = useApp()
  return useCallback((personId) => requestConnection(app, personId), [app])
}

function codeOf(error: unknown): Extract<ConnectionRequest, { ok: false }>['code'] {
  if (!(error instanceof RestFailure)) return 'failed'
  const refusal = REFUSALS.find((code) => code === error.hint)
  if (refusal !== undefined) return refusal
  if (error.code === 'signed_out') return 'signed_out'
  return error.code === 'offline' || error.code === 'timeout' ? 'offline' : 'failed'
}
