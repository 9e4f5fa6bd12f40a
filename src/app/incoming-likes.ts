import { useCallback } from 'react'
import * as v from 'valibot'
import { useApp } from './app-context.ts'

const HowMany = v.number()

/** Has the server tell of those who like the person; it comes to the device by the pull that follows. Without a connection nothing happens. */
export function useTellIncomingLikes(): () => Promise<void> {
  const { rest, keeper } = useApp()
  return useCallback(async () => {
    try {
      const { body } = await rest('rpc/tell_incoming_likes', { body: {}, asPerson: true })
      const state = keeper.state.read()
      if (v.parse(HowMany, body) > 0 && state.status === 'open') await state.opened.syncNow()
    } catch {
      // What the device has of them is shown all the same
    }
  }, [rest, keeper])
}
