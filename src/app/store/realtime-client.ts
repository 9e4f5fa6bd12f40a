import { RealtimeClient } from '@supabase/supabase-js'
import type { ObservableValue } from '#platform/observable-value.ts'
import { createLiveSockets } from './live-socket.ts'

/** Of a heartbeat; a line on a train takes seconds. */
const ANSWER_LIMIT_MS = 10_000
const WAKE_LIMIT_MS = 3_000
/** The sockets wait by themselves. */
const RECONNECT_MS = 10

type Parts = {
  url: string
  apiKey: string
  /** Rejects when it cannot be had just now: then the last one is used. */
  accessToken: () => Promise<string | null>
  online: ObservableValue<boolean>
}

/**
 * Its own module, so that the bundler splits Realtime from the auth client of the same package. `look` connects at once where there is no connection, and replaces one
 * that does not answer; its channels are joined again.
 */
export function openClient({ url, apiKey, accessToken, online }: Parts): {
  client: RealtimeClient
  look: () => void
} {
  const sockets = createLiveSockets({
    online,
    // A join with an old token would be refused
    prepare: () => client.setAuth(),
    ask: () => {
      // Hazard: asked a second time, the client takes the first for unanswered and drops the connection
      if (client.pendingHeartbeatRef === null) void client.sendHeartbeat()
    },
  })
  const client = new RealtimeClient(url, {
    params: { apikey: apiKey },
    accessToken,
    transport: sockets.Socket,
    reconnectAfterMs: () => RECONNECT_MS,
    heartbeatCallback: (status) => {
      if (status === 'sent') sockets.expect(ANSWER_LIMIT_MS)
    },
  })
  return {
    client,
    look: () => {
      const isGone = !client.isConnected() && !client.isConnecting()
      if (isGone && client.getChannels().length > 0) client.connect()
      sockets.look(WAKE_LIMIT_MS)
    },
  }
}
