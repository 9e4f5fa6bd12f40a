import type { RealtimeChannel } from '@supabase/supabase-js'
import type { ObservableValue } from '#platform/observable-value.ts'
import { onWake } from '#sync/page-lifecycle.ts'
import type { openClient } from './realtime-client.ts'

type Surroundings = {
  apiUrl: string
  apiKey: string
  accessToken: () => Promise<string | null>
  online: ObservableValue<boolean>
}

/** What a channel tells. Of what was said while nobody listened nothing is told later. */
export type Hearing = {
  /** Joined, or joined again after the connection was lost. */
  joined: () => void
  /** Nothing is heard until the next `joined`. */
  lost?: () => void
  /** Something was broadcast; from another device, so its shape has to be looked at. */
  heard: (event: string, payload: unknown) => void
  /** Who shows themselves, under `key`: what each of their devices says. Without it nobody is asked for. */
  presence?: { key: string; present: (devices: (key: string) => unknown[]) => void }
}

export type Membership = {
  /** Said to the others now, or never. */
  say: (event: string, payload: object) => void
  /** What this device shows of itself until it leaves or shows something else; not kept over a lost connection. */
  show: (payload: object) => void
  leave: () => void
}

export type Realtime = {
  /** Is in a private channel, as far as the server lets it, until it leaves: joins when there is a connection, and again whenever the channel was lost. */
  enter: (topic: string, hearing: Hearing) => Membership
  /** Leaves every channel and closes the socket; nothing can be entered any more. */
  close: () => void
}

/** After a channel was closed by the server: its token had expired, or its person may not hear it any more. */
const ENTER_AGAIN_MS = 500
/** The same where it is closed again within this. */
const ENTER_AGAIN_LATER_MS = 10_000
/** A connection to the server does not wait longer for a new token. */
const TOKEN_LIMIT_MS = 5_000

/** The one socket of this tab. Realtime is loaded only when something is entered and there is a connection. */
export function openRealtime({ apiUrl, apiKey, accessToken, online }: Surroundings): Realtime {
  let closed = false
  type Opened = ReturnType<typeof openClient>
  let loading: Promise<Opened> | undefined
  /** By topic: a channel that is on its way out would be given back instead of a new one. */
  const leaving = new Map<string, Promise<unknown>>()
  const memberships = new Set<{ leave: () => void; look: () => void }>()

  const tokenInTime = (): Promise<string | null> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const limit = setTimeout(() => reject(new Error('no token in time')), TOKEN_LIMIT_MS)
    return Promise.race([accessToken(), promise]).finally(() => clearTimeout(limit))
  }
  const load = async (): Promise<Opened> => {
    const { openClient } = await import('./realtime-client.ts')
    const url = `${apiUrl.replace(/^http/, 'ws')}/realtime/v1`
    return openClient({ url, apiKey, accessToken: tokenInTime, online })
  }
  const opened = (): Promise<Opened> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const stopWaking = onWake(() => {
    void loading?.then(({ look }) => look()).catch(() => {})
    for (const { look } of memberships) look()
  })

  function enter(topic: string, hearing: Hearing): Membership {
    let left = closed
    let channel: RealtimeChannel | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let closedAt = Number.NEGATIVE_INFINITY
    let isJoined = false

    const lose = (): void => {
      if (isJoined) hearing.lost?.()
      isJoined = false
    }
    const hear = (mine: RealtimeChannel): void => {
      mine.on('broadcast', { event: '*' }, ({ event, payload }) => hearing.heard(event, payload))
      const { presence } = hearing
      if (presence) {
        mine.on('presence', { event: 'sync' }, () =>
          presence.present((key) => mine.presenceState()[key] ?? []),
        )
      }
      mine.subscribe((status: string) => {
        if (left || channel !== mine) return
        if (status === 'SUBSCRIBED') {
          isJoined = true
          hearing.joined()
          return
        }
        lose()
        if (status === 'CLOSED') enterLater()
      })
    }
    const enterNow = async (): Promise<void> => {
      const { client } = await opened()
      // A join without a token would be refused
      await client.setAuth()
      await leaving.get(topic)
      if (left) return
      const key = hearing.presence?.key ?? ''
      channel = client.channel(topic, {
        config: { private: true, presence: { key, enabled: hearing.presence !== undefined } },
      })
      hear(channel)
    }
    const enterLater = (): void => {
      clearTimeout(again)
      const isOften = performance.now() - closedAt < ENTER_AGAIN_LATER_MS
      closedAt = performance.now()
      again = setTimeout(start, isOften ? ENTER_AGAIN_LATER_MS : ENTER_AGAIN_MS)
    }
    const start = (): void => {
      clearTimeout(again)
      again = undefined
      channel = undefined
      void enterNow().catch(() => !left && enterLater())
    }
    const leave = (): void => {
      if (left) return
      left = true
      memberships.delete(membership)
      clearTimeout(again)
      watching.unsubscribe()
      const mine = channel
      if (!mine || closed) return
      const gone = opened().then(({ client }) => client.removeChannel(mine))
      leaving.set(topic, gone)
      void gone.finally(() => leaving.get(topic) === gone && leaving.delete(topic))
    }

    let begun = false
    const watching = online.subscribe((isOnline) => {
      if (!isOnline || begun || left) return
      begun = true
      start()
    })
    const membership = { leave, look: () => again !== undefined && start() }
    memberships.add(membership)
    return {
      say: (event, payload) => {
        if (isJoined && channel) void channel.send({ type: 'broadcast', event, payload })
      },
      show: (payload) => {
        if (isJoined && channel) void channel.track({ ...payload })
      },
      leave,
    }
  }

  return {
    enter,
    close: () => {
      closed = true
      stopWaking()
      for (const { leave } of memberships) leave()
      void loading?.then(({ client }) => client.disconnect()).catch(() => {})
    },
  }
}
