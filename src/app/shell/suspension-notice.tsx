import { useSyncExternalStore } from 'react'
import { isSuspended } from '#domain/account.ts'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { useAccount } from '../app-context.ts'

const SuspensionFacts = lazyOnceShown(async () => (await import('./suspension-facts.tsx')).SuspensionFacts)

/** The server takes nothing this person writes: says why and until when, also without a connection. */
export function SuspensionNotice() {
  const suspension = useAccount()?.suspension
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  return (
    <div role="status">
      {suspension && isSuspended(suspension, now) && <SuspensionFacts {...suspension} />}
    </div>
  )
}
