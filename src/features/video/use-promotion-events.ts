import { useEffect, type RefObject } from 'react'
import type { PromotionEventKind } from '#domain/promotions.ts'

/** Seen is what is half in view, in a tab that is looked at, for so long. */
const SEEN_SHARE = 0.5
const SEEN_AFTER_MS = 1_000

/** Tells that the place of a booking was seen, once while it is shown, and each time it is opened. null: nobody has booked it, nothing is told. */
export function usePromotionEvents(
  place: RefObject<HTMLElement | null>,
  bookingId: string | null,
  onEvent: (kind: PromotionEventKind, bookingId: string) => void,
): void {
  useEffect(() => {
    const element = place.current
    if (element === null || bookingId === null) return
    const stopWatching = watchSight(element, () => onEvent('impression', bookingId))
    const onPress = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('a') !== null) onEvent('click', bookingId)
    }
    // Before the router takes the page away; the middle button and the keyboard open as well
    element.addEventListener('click', onPress, true)
    element.addEventListener('auxclick', onPress, true)
    return () => {
      stopWatching()
      element.removeEventListener('click', onPress, true)
      element.removeEventListener('auxclick', onPress, true)
    }
  }, [place, bookingId, onEvent])
}

/** Calls `seen` once. Answers how to stop. */
function watchSight(element: Element, seen: () => void): () => void {
  let inView = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
  const look = (): void => {
    clearTimeout(timer)
    if (!inView || document.visibilityState === 'hidden') return
    timer = setTimeout(() => {
      stop()
      seen()
    }, SEEN_AFTER_MS)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const isHalf = (entries.at(-1)?.intersectionRatio ?? 0) >= SEEN_SHARE
      if (isHalf === inView) return
      inView = isHalf
      look()
    },
    { threshold: SEEN_SHARE },
  )
  observer.observe(element)
  document.addEventListener('visibilitychange', look)
  return stop
}
