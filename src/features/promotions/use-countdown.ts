import { useEffect, useState } from 'react'
import { serverNow } from '#platform/clock.ts'

const SECOND_MS = 1_000

/** How many ms are left until `endMs`, told every second; 0 from then on. By the server's clock. */
export function useCountdown(endMs: number): number {
  const [left, setLeft] = useState(() => Math.max(0, endMs - serverNow()))
  useEffect(() => {
    const look = (): void => setLeft(Math.max(0, endMs - serverNow()))
    look()
    const timer = setInterval(look, SECOND_MS)
    return () => clearInterval(timer)
  }, [endMs])
  return left
}

/** 29:05 */
export function clockOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
