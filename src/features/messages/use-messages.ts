import { useMemo, useState } from 'react'
import { messagesOf, type MessageItem } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { useOlder, type OlderOnServer } from './use-older.ts'

const FIRST_PAGE = 100
const LONGEST_PAGE = 1_000

/**
 * What is shown once the device has read `window`, the newest messages, at most `limit`: what was already in view above it stays, unless the window holds
 * everything; then what is not in it was taken back.
 */
export function stitch<Message extends { id: string }>(
  shown: Message[],
  window: Message[],
  limit: number,
): Message[] {
  if (window.length < limit) return window
  const first = window[0]
  const index = first === undefined ? -1 : shown.findIndex((message) => message.id === first.id)
  return index > 0 ? [...shown.slice(0, index), ...window] : window
}

type Shown = { window: MessageItem[]; messages: MessageItem[]; grewAtStart: boolean }

function shownNext(before: Shown | null, window: MessageItem[], limit: number): Shown {
  const messages = stitch(before?.messages ?? [], window, limit)
  const first = before?.messages[0]
  return { window, messages, grewAtStart: first !== undefined && first.id !== messages[0]?.id }
}

/** A conversation's messages, the oldest first, page by page from the newest. null until the device has read the first page. */
export function useMessages(store: Store, conversationId: string, onServer: OlderOnServer) {
  const [limit, setLimit] = useState(FIRST_PAGE)
  const messages$ = useMemo(() => messagesOf(store, conversationId, limit), [store, conversationId, limit])
  const window = useLive<MessageItem[] | null>(messages$, null)
  // While a longer window is being read, and while new messages push it on, what the person looks at does not move.
  const [shown, setShown] = useState<Shown | null>(null)
  if (window && window !== shown?.window) setShown(shownNext(shown, window, limit))
  const way = useOlder({
    store,
    conversationId,
    ...onServer,
    onDevice: window === null || window.length >= limit,
    showMore: () => {
      if (window && shown) setLimit(shown.messages.length + Math.min(LONGEST_PAGE, shown.messages.length))
    },
  })
  return {
    ...way,
    messages: shown && shown.messages,
    /** The last change put older messages before those that were shown. */
    grewAtStart: shown !== null && shown.grewAtStart,
  }
}
