import { useEffect } from 'react'
import { recordView } from '#sync/collections/history.ts'
import type { Store } from '#sync/store.ts'

/** Remembers that the video was opened; renders nothing. A view that cannot be stored is no reason to bother anybody. */
export function ViewRecorder({ store, videoId }: { store: Store; videoId: string }) {
  useEffect(() => {
    recordView(store, videoId).catch(() => {})
  }, [store, videoId])
  return null
}
