import { useCallback } from 'react'
import { useApp } from './app-context.ts'
import { RestFailure } from './rest.ts'

export type ConnectionAnswer =
  | { ok: true }
  | { ok: false; code: 'connection_already_answered' | 'connection_answer_failed' | 'offline' }

/** Accepts or rejects a connection request. The server decides, so it needs a connection. */
export function useAnswerConnection(): (connectionId: string, accept: boolean) => Promise<ConnectionAnswer> {
  const { rest, keeper } = useApp()
  return useCallback(
    async (connectionId, accept) => {
      try {
        await rest('rpc/answer_connection', { body: { connection_id: connectionId, accept }, asPerson: true })
        const state = keeper.state.read()
        // The answered connection and the new conversation come by the next pull: ask for it now.
        if (state.status === 'open') state.opened.syncNow().catch(() => {})
        return { ok: true }
      } catch (error) {
        const code = error instanceof RestFailure ? error.code : 'server'
        if (code === 'offline' || code === 'timeout') return { ok: false, code: 'offline' }
        return {
          ok: false,
          code: code === 'invalid' ? 'connection_already_answered' : 'connection_answer_failed',
        }
      }
    },
    [rest, keeper],
  )
}
