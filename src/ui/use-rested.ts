import { useEffect, useState } from 'react'
import { whenIdle } from '#platform/after-paint.ts'

const LIMIT_MS = 5_000

/** true once the page has come to rest: for what may come after everything that the person waits for. */
export function useRested(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    let isHere = true
    void whenIdle(LIMIT_MS).then(() => isHere && setRested(true))
    return () => {
      isHere = false
    }
  }, [])
  return rested
}
