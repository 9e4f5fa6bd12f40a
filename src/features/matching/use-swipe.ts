import { useRef, useState, type DragEvent, type PointerEvent } from 'react'

/** How far a card must be pushed to be decided, px. */
const FAR_PX = 96

/**
 * A card that can be pushed aside by finger or mouse: `shift` is how far it has been, px; `handlers` go on the card. Vertical movement stays the page's: what goes
 * further up or down than aside decides nothing.
 */
export function useSwipe(onSwiped: (side: 'left' | 'right') => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  const [shift, setShift] = useState(0)
  const end = (event: PointerEvent<HTMLElement>, isDecided: boolean): void => {
    if (start.current?.id !== event.pointerId) return
    const moved = event.clientX - start.current.x
    const isAside = Math.abs(moved) > Math.abs(event.clientY - start.current.y)
    start.current = null
    setShift(0)
    if (isDecided && isAside && Math.abs(moved) >= FAR_PX) onSwiped(moved < 0 ? 'left' : 'right')
  }
  return {
    shift,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (event.target as Element).closest('a, button')) return
        start.current = { id: event.pointerId, x: event.clientX, y: event.clientY }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current?.id !== event.pointerId) return
        // A mouse that left the card before it was taken is released unseen
        if (event.buttons === 0) return end(event, false)
        const moved = event.clientX - start.current.x
        // Taken only once it moves, so that text can be chosen and links tapped
        if (Math.abs(moved) > 8) event.currentTarget.setPointerCapture(event.pointerId)
        setShift(moved)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      // A picture that the browser drags takes the pointer away
      onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    },
  }
}
