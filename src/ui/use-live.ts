import { useCallback, useSyncExternalStore } from 'react'

type Subscribable<T> = { subscribe(next: (value: T) => void): { unsubscribe(): void } }

/** Last value per source, so that a screen that is shown again paints at once. */
const lastValues = new WeakMap<object, { value: unknown }>()

/**
 * The current value of an observable; `initial` until it has told one. The observable must be the same object from render
 * to render (useMemo or module level): a new one on each render would subscribe for ever.
 */
export function useLive<T>(source: Subscribable<T> | null, initial: T): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!source) return () => {}
      const subscription = source.subscribe((value) => {
        lastValues.set(source, { value })
        changed()
      })
      return () => subscription.unsubscribe()
    },
    [source],
  )
  const read = (): T => {
    const last = source ? lastValues.get(source) : undefined
    return last ? (last.value as T) : initial
  }
  return useSyncExternalStore(subscribe, read)
}
