import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function in every render, which does what the latest one says: what it is given to need not be rendered anew. For answers to events only, because what it reads is of the last render that was shown. */
export function useStableCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args) => latest.current(...args), [])
}
