import { useCallback } from 'react'
import { OLDER_MESSAGES_PAGE } from '#domain/limits.ts'
import { useApp } from './app-context.ts'

/** Asks the server for the messages of a conversation before a place; throws RestFailure. */
export function useAskOlder(): (conversationId: string, beforeSeq: number) => Promise<unknown> {
  const { rest } = useApp()
  return useCallback(
    async (conversation, before_seq) => {
      const body = { conversation, before_seq, page_limit: OLDER_MESSAGES_PAGE }
      return (await rest('rpc/older_messages', { body, asPerson: true })).body
    },
    [rest],
  )
}
