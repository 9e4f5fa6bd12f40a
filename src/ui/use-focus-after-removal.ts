import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps keyboard and screen reader users in a list from which they remove items: when the removed item took the focus with it, the control
 * `[data-remove]` of the item that moved up gets it, or the list itself (give it tabIndex -1) when none is left. `shown`: how many items are shown now, or, where others
 * move up into the list, which.
 */
export function useFocusAfterRemoval<List extends HTMLElement>(
  shown: number | string,
): { listRef: RefObject<List | null>; removing: (index: number) => void } {
  const listRef = useRef<List>(null)
  const removedIndex = useRef<number | null>(null)
  useEffect(() => {
    const index = removedIndex.current
    const list = listRef.current
    if (index === null || !list) return
    removedIndex.current = null
    if (document.activeElement !== document.body) return
    const controls = list.querySelectorAll<HTMLElement>('[data-remove]')
    // Of a long list only a part is in the document
    const moved = list.querySelector<HTMLElement>(`[data-place="${index}"] [data-remove]`)
    ;(moved ?? controls[Math.min(index, controls.length - 1)] ?? list).focus()
  }, [shown])
  const removing = (index: number): void => {
    removedIndex.current = index
  }
  return { listRef, removing }
}
