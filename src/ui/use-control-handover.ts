import { useCallback, useRef, type RefCallback } from 'react'

const RELEASES = ['pointerup', 'pointercancel']

/**
 * For a control that is replaced by another that looks the same, say because its code has come: the other takes over the
 * focus, and a press that is under way (a browser gives its click to neither). Given as `ref` to all controls that stand
 * in one place, of which one is there at a time.
 */
export function useControlHandover(): RefCallback<HTMLElement> {
  const hadFocus = useRef(false)
  const present = useRef<HTMLElement>(null)
  return useCallback((control: HTMLElement | null) => {
    if (hadFocus.current) control?.focus()
    hadFocus.current = false
    present.current = control
    const press = (): void => {
      const released = new AbortController()
      const release = ({ type, target }: Event): void => {
        released.abort()
        const successor = present.current === control ? null : present.current
        if (type === 'pointerup' && target instanceof Node && successor?.contains(target)) successor.click()
      }
      for (const type of RELEASES)
        document.addEventListener(type, release, { capture: true, signal: released.signal })
    }
    control?.addEventListener('pointerdown', press)
    return () => {
      hadFocus.current = control !== null && control === document.activeElement
      control?.removeEventListener('pointerdown', press)
    }
  }, [])
}
