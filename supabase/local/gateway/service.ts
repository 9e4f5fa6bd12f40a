import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export type RequestInfo = { ip: string }

/** One of the stack's services behind the gateway; it answers complete paths and does its own CORS. */
export type Service = {
  handle(request: Request, info: RequestInfo): Promise<Response>
  close(): Promise<void>
}

export type UpgradableService = Service & {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}
