import { useMemo } from 'react'
import { createValue } from '#platform/observable-value.ts'
import { useApp, useValue } from '../app-context.ts'
import type { Partner, Presences, Room } from './presence.ts'

const NONE = createValue<Presences | null>(null)
const NOBODY: Room = {
  partner: createValue<Partner>({ presence: null, typing: false }),
  typing: () => {},
}

/** The room of a conversation; one where nothing is known until there is a connection to speak through. */
export function useRoom(conversationId: string): Room {
  const state = useValue(useApp().keeper.state)
  const presences = useValue(state.status === 'open' ? state.opened.presences : NONE)
  return useMemo(() => presences?.roomOf(conversationId) ?? NOBODY, [presences, conversationId])
}
