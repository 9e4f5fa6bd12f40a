import { useCallback, useRef, type RefCallback } from 'react'

/**
 * Keeps the focus where it is when a control is replaced by another that looks the same, say because its code has come: given as `ref` to all that stand in one place,
 * of which one is there at a time.
 */
export function useFocusHandover(): RefCallback<HTMLElement> {
  const hadFocus = useRef(false)
  return useCallback((control: HTMLElement | null) => {
    if (hadFocus.current) control?.focus()
    hadFocus.current = false
    return () => {
      hadFocus.current = control !== null && control === document.activeElement
    }
  }, [])
}
