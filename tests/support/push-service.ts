import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'

const Address = v.object({ port: v.number() })

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
export type PushService = {
  origin: string
  /** What was posted to addresses that contain this, in order. */
  received(part: string): Received[]
  close(): Promise<void>
}

/**
 * Stands in for a browser maker's push service, which no test reaches: keeps what is posted to it and answers with the status that the address ends in. Over HTTP, GET
 * tells the bodies that came for that address, as base64.
 */
export async function openPushService(): Promise<PushService> {
  const all: Received[] = []
  const received = (part: string): Received[] => all.filter(({ path }) => path.includes(part))
  const server = createServer((request, answer) => {
    const path = request.url ?? ''
    if (request.method === 'GET') {
      answer.end(JSON.stringify(received(path).map(({ body }) => body.toString('base64'))))
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      all.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      answer.writeHead(Number(path.split('/').at(-1))).end()
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${v.parse(Address, server.address()).port}`,
    received,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => {})
    },
  }
}
