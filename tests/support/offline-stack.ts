import { createServer, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import * as v from 'valibot'
import { Line } from './line.ts'
import type { StackContext } from './stack-context.ts'

const Address = v.object({ port: v.number() })

/** The stack as one device on a train sees it: web and API behind lines that can be cut, at origins of their own. */
export type Train = {
  web: string
  enterTunnel(): void
  /** A connection again, but one that loses the answer to every push. Resolves when a push reached the server. */
  loseAnswersToPushes(): Promise<void>
  leaveTunnel(): void
  /** Answers to requests with this in their head wait until they are released. */
  holdAnswersTo(marker: string): { seen: Promise<void>; release: () => void }
  close(): Promise<void>
}

const replaceAll = (text: string, from: string, to: string) => text.split(from).join(to)

/**
 * Puts the stack behind two lines. The pages must find the API at the line's port, so a small proxy before the web server names that port
 * where the web server names its own (environment.json and the Content-Security-Policy).
 */
export async function boardTrain(stack: StackContext): Promise<Train> {
  const api = new URL(stack.api)
  const apiLine = await Line.to(Number(api.port))
  const renamed = (text: string) => replaceAll(text, `:${api.port}`, `:${apiLine.port}`)

  const proxy = createServer((incoming, outgoing) => {
    const upstream = httpRequest(new URL(incoming.url ?? '/', stack.web), {
      // A connection of its own: one that waited may be closed by the server just when it is used again, and a page would lack what it asked for
      agent: false,
      method: incoming.method,
      headers: { ...incoming.headers, 'accept-encoding': 'identity' },
    })
    upstream.on('error', () => outgoing.destroy())
    upstream.on('response', (answer) => {
      const headers = { ...answer.headers }
      // What the worker lacks comes over the line, not out of the browser's own cache
      if (incoming.url?.startsWith('/assets/')) headers['cache-control'] = 'no-store'
      const policy = headers['content-security-policy']
      if (typeof policy === 'string') headers['content-security-policy'] = renamed(policy)
      if (incoming.url !== '/environment.json') {
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        answer.pipe(outgoing)
        return
      }
      delete headers['content-length']
      delete headers['etag']
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        outgoing.end(renamed(Buffer.concat(chunks).toString()))
      })
    })
    incoming.pipe(upstream)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const webLine = await Line.to(v.parse(Address, proxy.address()).port)

  return {
    web: `http://localhost:${webLine.port}`,
    enterTunnel() {
      webLine.cut()
      apiLine.cut()
    },
    loseAnswersToPushes() {
      webLine.restore()
      return apiLine.swallowAnswersTo('POST /rest/v1/rpc/sync_push')
    },
    holdAnswersTo(marker) {
      const held = [webLine, apiLine].map((line) => line.holdAnswersTo(marker))
      return {
        seen: Promise.race(held.map(({ seen }) => seen)),
        release: () => {
          for (const { release } of held) release()
        },
      }
    },
    leaveTunnel() {
      webLine.restore()
      apiLine.restore()
    },
    async close() {
      await Promise.all([webLine.close(), apiLine.close()])
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
