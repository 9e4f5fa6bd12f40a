import { useEffect, useState } from 'react'
import { installingBringsPushes, isPrivateWindow } from '#platform/browser-abilities.ts'
import { canPush, pushIsForbidden, subscribe, subscription, unsubscribe } from '#platform/push.ts'
import { useApp } from './app-context.ts'
import { noteError } from './last-errors.ts'
import { notePushRecord } from './push-record.ts'
import { registerPush } from './register-push.ts'

/**
 * Why there are none: `unsupported` by this browser; `uninstalled`, the app on the home screen would have them; `private`, the window
 * forgets them; `unavailable` from this server; `forbidden`, only the person can allow them, in the browser.
 */
export type PushState =
  | 'unknown'
  | 'unsupported'
  | 'uninstalled'
  | 'private'
  | 'unavailable'
  | 'forbidden'
  | 'off'
  | 'on'
export type Push = {
  state: PushState
  busy: boolean
  /** It was asked for and did not come about. */
  failed: boolean
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
}

/** Pushes to this browser, for the person who is signed in. */
export function usePush(): Push {
  const { environment, rest, session } = useApp()
  const [state, setState] = useState<PushState>('unknown')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const look = async (): Promise<PushState> => {
      if (!canPush()) return installingBringsPushes() ? 'uninstalled' : 'unsupported'
      if ((await environment()).vapidPublicKey === undefined) return 'unavailable'
      if (await isPrivateWindow()) return 'private'
      if (pushIsForbidden()) return 'forbidden'
      return (await subscription()) === null ? 'off' : 'on'
    }
    look().then(
      (found) => isCurrent && setState(found),
      () => isCurrent && setState('unavailable'),
    )
    return () => {
      isCurrent = false
    }
  }, [environment])

  const attempt = async (change: () => Promise<PushState>): Promise<void> => {
    setBusy(true)
    setFailed(false)
    try {
      setState(await change())
    } catch (error) {
      noteError(error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return {
    state,
    busy,
    failed,
    turnOn: () =>
      attempt(async () => {
        const made = await subscribe(
          environment().then(({ vapidPublicKey }) => vapidPublicKey ?? Promise.reject(new Error('no key'))),
        )
        if (made === null) return pushIsForbidden() ? 'forbidden' : 'off'
        const person = session.state.read()
        try {
          if (person.status !== 'signedIn') throw new Error('nobody is signed in')
          await registerPush(rest, person.userId, made)
        } catch (error) {
          // Half a subscription would look like one
          await unsubscribe()
          throw error
        }
        return 'on'
      }),
    turnOff: () =>
      attempt(async () => {
        notePushRecord(null)
        const endpoint = await unsubscribe()
        // The push service tells the server too, once something is sent
        if (endpoint !== undefined)
          await rest('rpc/unsubscribe_push', { body: { endpoint }, asPerson: true }).catch(noteError)
        return 'off'
      }),
  }
}
