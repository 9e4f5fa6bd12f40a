import { useSyncExternalStore } from 'react'
import { minuteClock } from '#ui/minute-clock.ts'

/** The device's clock in ms, to the minute, for showing. */
export const useNow = (): number => useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
