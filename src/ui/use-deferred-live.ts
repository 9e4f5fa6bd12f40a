import { useDeferredValue, useMemo } from 'react'
import { useLive } from './use-live.ts'

/**
 * As `useLive`, for what is much to render: what a source says next is rendered piece by piece in the background, so that nobody who presses something waits for it. Guarantee: what one
 * source said is not shown for another.
 */
export function useDeferredLive<T>(source: Parameters<typeof useLive<T>>[0], initial: T): T {
  const value = useLive(source, initial)
  const said = useMemo(() => ({ source, value }), [source, value])
  const shown = useDeferredValue(said)
  return shown.source === source ? shown.value : value
}
