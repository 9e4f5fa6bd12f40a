import type { RealtimeChannel, RealtimeClient } from '@supabase/supabase-js'
import type { ObservableValue } from '#platform/observable-value.ts'

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
const ENTER_AGAIN_MS = 10_000

/** The one socket of this tab. Realtime is loaded only when something is entered and there is a connection. */
export function openRealtime({ apiUrl, apiKey, accessToken, online }: Surroundings): Realtime {
  let closed = false
  let loading: Promise<RealtimeClient> | undefined
  /** By topic: a channel that is on its way out would be given back instead of a new one. */
  const leaving = new Map<string, Promise<unknown>>()
  const memberships = new Set<() => void>()

  const load = async (): Promise<RealtimeClient> => {
    const { RealtimeClient } = await import('./realtime-client.ts')
    return new RealtimeClient(`${apiUrl.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: apiKey },
      accessToken: () => accessToken().catch(() => null),
    })
  }
  const clientOf = (): Promise<RealtimeClient> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  function enter(topic: string, hearing: Hearing): Membership {
    let left = closed
    let channel: RealtimeChannel | undefined
    let again: ReturnType<typeof setTimeout> | undefined
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
      const client = await clientOf()
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
      again = setTimeout(start, ENTER_AGAIN_MS)
    }
    const start = (): void => {
      channel = undefined
      void enterNow().catch(() => !left && enterLater())
    }
    const leave = (): void => {
      if (left) return
      left = true
      memberships.delete(leave)
      clearTimeout(again)
      watching.unsubscribe()
      const mine = channel
      if (!mine || closed) return
      const gone = clientOf().then((client) => client.removeChannel(mine))
      leaving.set(topic, gone)
      void gone.finally(() => leaving.get(topic) === gone && leaving.delete(topic))
    }

    let begun = false
    const watching = online.subscribe((isOnline) => {
      if (!isOnline || begun || left) return
      begun = true
      start()
    })
    memberships.add(leave)
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
      for (const leave of memberships) leave()
      void loading?.then((client) => client.disconnect()).catch(() => {})
    },
  }
}
