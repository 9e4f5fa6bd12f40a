import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { StackRefusal } from '../refusal.ts'
import { BodyTooLarge, MAX_BODY_BYTES, sendResponse, toRequest } from './adapter.ts'
import type { RequestInfo } from './service.ts'

export type HttpServer = { port: number; close(): Promise<void> }

type Options = {
  port: number
  /** The environment variable that chooses the port, for the sentence that it is taken. */
  portName: 'PORT' | 'API_PORT'
  handle: (request: Request, info: RequestInfo) => Promise<Response>
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  log: (line: string) => void
  patience?: typeof PATIENCE
}

/** A client has this long for its headers and for its whole request; then it is told 408 and closed. */
const PATIENCE = { headersMs: 15_000, requestMs: 60_000, checkMs: 2_000 }
/** An address may be as long as a pasted text; past it a browser learns nothing but that it failed. */
const HEADERS_MAX_BYTES = 64 * 1024
/** Requests under way at `close` may finish in this time. */
const CLOSE_GRACE_MS = 1_000

/** A page whose name was pointed at this machine (DNS rebinding) sends that name. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * An HTTP server on both loopback addresses of `localhost`. Port 0 takes a free one. Answers to these names
 * alone.
 */
export async function openServer(options: Options): Promise<HttpServer> {
  const ipv4 = makeServer(options)
  const port = await listen(ipv4, '127.0.0.1', options)
  const servers = [ipv4]
  const ipv6 = makeServer(options)
  try {
    await listen(ipv6, '::1', { ...options, port })
    servers.push(ipv6)
  } catch (error) {
    // No IPv6 here is fine; a stranger on the same port there is not: browsers would reach it as localhost.
    if (error instanceof StackRefusal && options.port !== 0) {
      await close(ipv4)
      throw error
    }
  }
  return {
    port,
    async close() {
      await Promise.all(servers.map(close))
    },
  }
}

function makeServer(options: Options): Server {
  const { headersMs, requestMs, checkMs } = options.patience ?? PATIENCE
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: 10_000,
      noDelay: true,
      maxHeaderSize: HEADERS_MAX_BYTES,
    },
    (incoming, response) => void answer(options, server, incoming, response),
  )
  const { upgrade } = options
  if (upgrade)
    server.on('upgrade', (request, socket, head) => {
      if (isForUs(request)) upgrade(request, socket, head)
      else socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    })
  dropOldestIdle(server)
  return server
}

function listen(server: Server, host: string, { port, portName }: Options): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') {
        const why = error.code === 'EACCES' ? 'may not be used' : 'is in use'
        reject(
          new StackRefusal(
            `Port ${port} ${why}; choose another with ${portName}. / ポート ${port} は使用できません。${portName} で別のポートを指定してください。`,
          ),
        )
      } else reject(error)
    })
    server.listen({ port, host, ipv6Only: host === '::1', backlog: 1024 }, () => {
      const address = server.address()
      resolve(address !== null && typeof address === 'object' ? address.port : port)
    })
  })
}

async function answer(
  { handle, log }: Options,
  server: Server,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? 'GET'
  try {
    if (!isForUs(incoming)) {
      response.shouldKeepAlive = false
      await sendResponse(misdirected(), response, method)
      return
    }
    const request = await toRequest(incoming, response)
    const answered = await handle(request, { ip: incoming.socket.remoteAddress ?? '' })
    // While closing, a connection must not wait for a next request.
    if (!server.listening) response.shouldKeepAlive = false
    await sendResponse(answered, response, method)
  } catch (error) {
    if (response.headersSent || response.destroyed || incoming.socket.destroyed) {
      response.destroy()
      return
    }
    await sendResponse(failure(error, incoming, log), response, method).catch(() => response.destroy())
  }
}

const isForUs = ({ headers }: IncomingMessage): boolean => LOOPBACK_HOST.test(headers.host ?? '')

/** Without CORS headers: no page may read even this. */
const misdirected = (): Response =>
  Response.json(
    { code: 'unknown_host', message: 'This server is called localhost, 127.0.0.1 or [::1].' },
    { status: 421 },
  )

function failure(error: unknown, incoming: IncomingMessage, log: (line: string) => void): Response {
  const headers = { 'access-control-allow-origin': '*' }
  if (error instanceof BodyTooLarge) {
    const message = `The body is larger than ${MAX_BODY_BYTES} bytes.`
    return Response.json({ code: 'body_too_large', message }, { status: 413, headers })
  }
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL') {
    return Response.json(
      { code: 'bad_request', message: 'The address is malformed.' },
      { status: 400, headers },
    )
  }
  log(
    `${incoming.method} ${incoming.url?.split('?')[0]}: ${error instanceof Error ? error.stack : String(error)}`,
  )
  return Response.json(
    { code: 'internal_error', message: 'The stack failed here; see its log.' },
    { status: 500, headers },
  )
}

/** Sockets that have not sent anything yet never use up the file descriptors: the oldest make way. */
function dropOldestIdle(server: Server): void {
  const limit = Math.min(4_000, Math.floor(openFilesLimit() / 3))
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    if (silent.size > limit) silent.values().next().value?.destroy()
  })
  const speaks = (incoming: IncomingMessage): boolean => silent.delete(incoming.socket)
  server.on('request', speaks)
  server.on('upgrade', speaks)
}

function openFilesLimit(): number {
  try {
    // The hard limit: Node raises its soft limit to it.
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1] ?? 10_240)
  } catch {
    return 10_240
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })
}
