import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Pool } from 'pg'
import { WebSocketServer } from 'ws'
import { TokenRefused, type Keys } from '../gateway/keys.ts'
import type { UpgradableService } from '../gateway/service.ts'
import { openAuthorization } from './authorization.ts'
import type { RealtimeContext } from './channel.ts'
import { openDatabaseBroadcasts } from './database-broadcasts.ts'
import { handleBroadcastRequest } from './http-broadcast.ts'
import { createHub } from './hub.ts'
import { VERSIONS } from './serializer.ts'
import { openSocket, type RealtimeSocket } from './socket.ts'

const MAX_MESSAGE_BYTES = 3_000_000
const LOOK_FOR_SILENT_EVERY_MS = 15_000

export type RealtimeOptions = {
  adminPool: Pool
  /** For the connection that listens. */
  databaseUrl: string
  keys: Keys
  log?: (line: string) => void
}

/** `/realtime/v1`: broadcast and presence over websockets, broadcast over HTTP and from SQL. */
export async function createRealtime(options: RealtimeOptions): Promise<UpgradableService> {
  const { keys, adminPool, databaseUrl, log = console.error } = options
  const hub = createHub()
  const context: RealtimeContext = { keys, hub, authorization: openAuthorization(adminPool, log), log }
  const broadcasts = await openDatabaseBroadcasts({ pool: adminPool, databaseUrl, hub, log })
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  })
  const sockets = new Set<RealtimeSocket>()
  const looking = setInterval(() => {
    for (const socket of sockets) socket.endIfSilent(Date.now())
  }, LOOK_FOR_SILENT_EVERY_MS)
  looking.unref()
  let closed = false

  async function upgrade(request: IncomingMessage, duplex: Duplex, head: Buffer): Promise<void> {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const wished = searchParams.get('vsn') ?? VERSIONS[0]
    const version = VERSIONS.find((known) => known === wished)
    if (!version) return refuseUpgrade(duplex, '403 Forbidden')
    const keyToken = await tokenOfKey(keys, searchParams.get('apikey') ?? '')
    if (keyToken === null || closed) return refuseUpgrade(duplex, '401 Unauthorized')
    server.handleUpgrade(request, duplex, head, (webSocket) => {
      const onClose = (socket: RealtimeSocket): boolean => sockets.delete(socket)
      sockets.add(openSocket(context, webSocket, { version, keyToken, onClose }))
    })
  }

  return {
    handle: (request) => handleBroadcastRequest(context, request),
    handleUpgrade(request, duplex, head) {
      duplex.on('error', () => duplex.destroy())
      upgrade(request, duplex, head).catch((error: unknown) => {
        log(`realtime upgrade: ${String(error)}`)
        duplex.destroy()
      })
    },
    async close() {
      closed = true
      clearInterval(looking)
      for (const socket of sockets) socket.terminate()
      server.close()
      await broadcasts.close()
    },
  }
}

/** The token that a key stands for; a valid token serves as a key too. */
async function tokenOfKey(keys: Keys, key: string): Promise<string | null> {
  const role = keys.roleOfApiKey(key)
  if (role !== null) return role === 'anon' ? keys.anonJwt : keys.serviceJwt
  try {
    await keys.verify(key)
    return key
  } catch (error) {
    if (error instanceof TokenRefused) return null
    throw error
  }
}

function refuseUpgrade(duplex: Duplex, status: string): void {
  duplex.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
