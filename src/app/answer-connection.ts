import { useCallback } from 'react'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { useStore } from './app-context.ts'

/** Accepts or rejects a connection request on the device; the first answer that reaches the server is the one. */
export function useAnswerConnection(): AnswerConnection {
  const store = useStore()
  return useCallback(
    async (connectionId, accept) => {
      try {
        // The frame needs this on every page, and RxDB comes with it
        const { answerConnection } = await import('#sync/collections/connection-answers.ts')
        return await answerConnection(store, connectionId, accept)
      } catch {
        return { ok: false, code: 'connection_answer_error' }
      }
    },
    [store],
  )
}
