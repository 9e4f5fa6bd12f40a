import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

export const MAX_BODY_BYTES = 10 * 1024 * 1024
const MAX_DRAINED_BYTES = 64 * 1024 * 1024

export class BodyTooLarge extends Error {}

const NEVER_WITH_BODY = new Set(['GET', 'HEAD'])

/** node:http's request as a web-standard one, its body read whole. Aborts with the client. */
export async function toRequest(incoming: IncomingMessage, response: ServerResponse): Promise<Request> {
  const method = incoming.method ?? 'GET'
  const aborted = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) aborted.abort()
  })
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  // As Cloudflare does before a hosted project: what a caller says of it does not count.
  headers.set('cf-connecting-ip', incoming.socket.remoteAddress ?? '')
  const body = NEVER_WITH_BODY.has(method) ? null : await readBody(incoming)
  const origin = `http://${incoming.headers.host ?? 'localhost'}`
  const path = incoming.url ?? '/'
  // `//…` is a path here, no host
  const url = new URL(path.startsWith('/') ? origin + path : path, origin)
  return new Request(url, { method, headers, body, signal: aborted.signal })
}

/**
 * The whole body. One that is too large is read on and forgotten for a while, so that its sender, who reads answers only after sending, gets
 * to know; who sends without end is cut off.
 */
function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else chunks = []
      if (size > MAX_DRAINED_BYTES) incoming.destroy()
    })
    incoming.on('end', () => {
      if (size > MAX_BODY_BYTES) reject(new BodyTooLarge())
      else resolve(size === 0 ? null : Buffer.concat(chunks))
    })
    incoming.on('error', reject)
    incoming.on('close', () => reject(new Error('the client went away')))
  })
}

/** Writes a web-standard response, its body as fast as the client takes it. */
export async function sendResponse(
  answer: Response,
  response: ServerResponse,
  method: string,
): Promise<void> {
  response.statusCode = answer.status
  if (answer.statusText) response.statusMessage = answer.statusText
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (answer.body === null || method === 'HEAD') {
    await answer.body?.cancel()
    response.end()
    return
  }
  await pipeline(answer.body, response)
}
