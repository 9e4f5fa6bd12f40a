import { useEffect, useRef, type FocusEvent } from 'react'
import { holdToasts, releaseToasts, toastList } from './toast-list.ts'

/** Goes to the newest toast that can be answered. Neither browsers nor screen readers use it themselves. */
export const TOAST_KEY = 'F8'

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Answers whether there was anything to take back. */
function undoNewest(list: HTMLElement | null): boolean {
  const newest = toastList.read().findLast((toast) => toast.action?.undoes)
  const button = newest && list?.querySelector<HTMLElement>(`[data-toast-action="${newest.id}"]`)
  button?.click()
  return Boolean(button)
}

/**
 * The keyboard's ways to the toasts: F8 goes to the newest that can be answered, Escape back; Ctrl+Z (⌘Z) takes back what the newest offers to, except while
 * somebody writes. When the toast with the focus goes, the focus returns to where it was.
 */
export function useToastFocus() {
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  const hasFocus = (): boolean => list.current?.contains(document.activeElement) === true
  const goBack = (): void => {
    const back = cameFrom.current?.isConnected
      ? cameFrom.current
      : document.querySelector<HTMLElement>('main')
    cameFrom.current = null
    back?.focus()
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      if (event.key === TOAST_KEY) {
        const actions = list.current?.querySelectorAll<HTMLElement>('[data-toast-action]')
        const newest = actions?.[actions.length - 1]
        if (!newest) return
        event.preventDefault()
        newest.focus()
      } else if (event.key === 'Escape' && hasFocus()) {
        event.preventDefault()
        goBack()
      } else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        if (!isEditable(event.target) && undoNewest(list.current)) event.preventDefault()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return {
    list,
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
      holdToasts()
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        cameFrom.current = relatedTarget
    },
    onBlur: releaseToasts,
    /** Before a toast goes: it may have the focus. */
    leaving: (): void => {
      if (hasFocus()) goBack()
    },
  }
}
