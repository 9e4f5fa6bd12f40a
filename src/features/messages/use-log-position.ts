import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { MessageItem } from '#sync/collections/messages.ts'

const NEAR_END_PX = 120
const NEAR_START_PX = 600

type LogPosition = {
  box: RefObject<HTMLDivElement | null>
  list: RefObject<VirtualizerHandle | null>
  messages: readonly MessageItem[]
  userId: string
  nearStart: () => void
}

/** Keeps the newest message in view until the person scrolls up, and asks for older ones before the start is reached. */
export function useLogPosition({ box, list, messages, userId, nearStart }: LogPosition) {
  const stays = useRef(true)
  const [away, setAway] = useState<{ lastId: string | undefined } | null>(null)
  const last = messages.at(-1)
  const isOwnNew = last !== undefined && last.sender_id === userId && last.seq === 0

  const toEnd = () => {
    stays.current = true
    if (messages.length > 0) list.current?.scrollToIndex(messages.length - 1, { align: 'end' })
  }
  const keepEnd = () => {
    if (stays.current) toEnd()
  }
  useLayoutEffect(() => {
    if (isOwnNew) stays.current = true
    keepEnd()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another last message moves the view; whatever else changes is followed by onResize
  }, [last?.id])

  const latestKeepEnd = useRef(keepEnd)
  useEffect(() => {
    latestKeepEnd.current = keepEnd
  })
  useEffect(() => {
    if (!box.current) return
    // The window or the field below grew or shrank: the on-screen keyboard, a draft of several lines.
    const observer = new ResizeObserver(() => latestKeepEnd.current())
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])

  const onScroll = (offset: number) => {
    const handle = list.current
    if (!handle) return
    const atEnd = handle.scrollSize - offset - handle.viewportSize < NEAR_END_PX
    stays.current = atEnd
    if (atEnd !== (away === null)) setAway(atEnd ? null : { lastId: last?.id })
    if (offset < NEAR_START_PX) nearStart()
  }
  return {
    onScroll,
    toEnd,
    keepEnd,
    /** The person reads something that changes its height: the view stays where it is. */
    letStay: () => {
      stays.current = false
    },
    /** null at the end; else how many messages came since the person went up. */
    unseen: away && unseenAfter(messages, away.lastId),
  }
}

/** How many stand behind this one; none when it was taken back meanwhile. */
function unseenAfter(messages: readonly MessageItem[], lastId: string | undefined): number {
  const index = messages.findLastIndex((message) => message.id === lastId)
  return index === -1 ? 0 : messages.length - 1 - index
}
