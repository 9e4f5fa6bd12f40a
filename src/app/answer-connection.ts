import { useCallback } from 'react'
import { type AnswerConnection, answerConnection } from '#sync/collections/connection-answers.ts'
import { useStore } from './app-context.ts'

/** Accepts or rejects a connection request on the device; the first answer that reaches the server is the one. */
export function useAnswerConnection(): AnswerConnection {
  const store = useStore()
  return useCallback((connectionId, accept) => answerConnection(store, connectionId, accept), [store])
}
