import { useSyncExternalStore } from 'react'
import type { ServerTime } from '#domain/server-time.ts'
import { minuteClock } from '#ui/minute-clock.ts'

/** The server's clock in ms, to the minute. */
export const useNow = (): ServerTime => useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
