import { useMemo, useRef, useState } from 'react'
import { floorOf } from '#sync/collections/message-floors.ts'
import { bringOlder, type AskOlder } from '#sync/collections/bring-older.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'

/** Of what is on the server only: how to come by it, and whether there is a connection. */
export type OlderOnServer = { askOlder: AskOlder; online: boolean }

/**
 * What there is above the oldest message that is shown. device: more on this device · server: more on the server · loading, failed, offline: likewise, and how it stands with
 * it · none: the conversation begins here.
 */
export type OlderState = 'device' | 'server' | 'loading' | 'failed' | 'offline' | 'none'

type Parts = OlderOnServer & {
  store: Store
  conversationId: string
  /** Has the device more than it shows? Also while it is still looking. */
  onDevice: boolean
  showMore: () => void
}

export function useOlder({ store, conversationId, onDevice, showMore, askOlder, online }: Parts) {
  const floor$ = useMemo(() => floorOf(store, conversationId), [store, conversationId])
  const floor = useLive<number | null | undefined>(floor$, undefined)
  const [asking, setAsking] = useState<'rest' | 'loading' | 'failed'>('rest')
  const running = useRef(false)
  const [wasOnline, setWasOnline] = useState(online)
  if (wasOnline !== online) {
    setWasOnline(online)
    // What failed for want of a connection is no failure once there is one
    if (asking === 'failed') setAsking('rest')
  }

  const stateOf = (): OlderState => {
    if (onDevice || floor === undefined) return 'device'
    if (floor === null) return 'none'
    if (asking === 'loading') return asking
    if (!online) return 'offline'
    return asking === 'failed' ? asking : 'server'
  }
  const older = stateOf()

  const fetchOlder = async (): Promise<void> => {
    if (running.current) return
    running.current = true
    setAsking('loading')
    const kept = await bringOlder(store, conversationId, askOlder).then(
      () => true,
      () => false,
    )
    running.current = false
    setAsking(kept ? 'rest' : 'failed')
  }
  const showOlder = (): void => {
    if (older === 'device') showMore()
    if (older === 'server' || older === 'failed') void fetchOlder()
  }
  return {
    older,
    showOlder,
    /** The person comes near the oldest: what failed is tried again only when they ask for it. */
    nearStart: () => {
      if (older !== 'failed') showOlder()
    },
  }
}
