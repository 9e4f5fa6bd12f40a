import { useCallback } from 'react'
import { AlreadyAnsweredError, answerRequest } from '#sync/collections/connection-answers.ts'
import { RefusedWriteError } from '#sync/collections/write.ts'
import { useStore } from './app-context.ts'

export type ConnectionAnswer =
  | { ok: true }
  | {
      ok: false
      code: 'connection_already_answered' | 'connection_answer_failed' | 'connection_load_failed'
    }

/** Accepts or rejects a connection request on the device; the first answer that reaches the server is the one. */
export function useAnswerConnection(): (connectionId: string, accept: boolean) => Promise<ConnectionAnswer> {
  const store = useStore()
  return useCallback(
    async (connectionId, accept) => {
      try {
        if (store === null) return { ok: false, code: 'connection_answer_failed' }
        await answerRequest(store, connectionId, accept)
        return { ok: true }
      } catch (error) {
        if (error instanceof AlreadyAnsweredError) return { ok: false, code: 'connection_already_answered' }
        const isUnknown = error instanceof RefusedWriteError
        return { ok: false, code: isUnknown ? 'connection_load_failed' : 'connection_answer_failed' }
      }
    },
    [store],
  )
}
