import { useCallback, useSyncExternalStore } from 'react'
import { keepReading, type Readable } from './keep-reading.ts'

/** Last value per source, so that a screen that is shown again paints at once. */
const lastValues = new WeakMap<object, { value: unknown }>()

/**
 * The current value of an observable; `initial` until it has told one. One that fails is read again, and the frame of the app says so meanwhile (`keep-reading.ts`). The observable must be the same object from render
 * to render (useMemo or module level): a new one on each render would subscribe for ever.
 */
export function useLive<T>(source: Readable<T> | null, initial: T): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!source) return () => {}
      return keepReading(source, (value) => {
        lastValues.set(source, { value })
        changed()
      })
    },
    [source],
  )
  const read = (): T => {
    const last = source ? lastValues.get(source) : undefined
    return last ? (last.value as T) : initial
  }
  return useSyncExternalStore(subscribe, read)
}
