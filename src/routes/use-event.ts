import { useMemo } from 'react'
import { useApp, useSession } from '#app/app-context.ts'
import { loadEvent } from '#app/events.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import type { SeenEvent } from '#domain/event.ts'
import type { KeptAsk } from '#ui/use-loaded.ts'

/** Asks for an event as whoever is here sees it; the same as long as both are. */
export function useEvent(eventId: string): KeptAsk<{ event: SeenEvent | null }> {
  const app = useApp()
  const session = useSession()
  const me = session.status === 'signedIn' ? session.userId : null
  return useMemo(() => askKept(app, (rest) => loadEvent(rest, eventId, me)), [app, eventId, me])
}
