import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export class FunctionTimedOut extends Error {}
export class FunctionBroke extends Error {}
export class RequestTooLarge extends Error {}

type Options = {
  port: number
  /** As the function shall see it: its name first. */
  path: string
  /** Without a byte from the function for this long it counts as hanging. */
  silenceMs: number
  maxRequestBytes: number
  maxResponseBytes: number
  onEnd: (outcome: 'done' | 'timed-out' | 'broke') => void
}

/** Between two hops only. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Passes a request on to a function and its answer back, both as they come. `onEnd` is called once, when nothing more will come. */
export async function passOn(request: Request, options: Options): Promise<Response> {
  const { port, path, silenceMs, maxRequestBytes, maxResponseBytes } = options
  let timedOut = false
  let ended = false
  const end: Options['onEnd'] = (outcome) => {
    if (ended) return
    ended = true
    options.onEnd(outcome)
  }
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !HOP_BY_HOP.includes(name)))
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    method: request.method,
    headers: { ...headers, host: new URL(request.url).host },
    agent: false,
    signal: request.signal,
  })
  outgoing.setTimeout(silenceMs, () => {
    timedOut = true
    outgoing.destroy(new FunctionTimedOut())
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  try {
    const sent = send(request, outgoing, maxRequestBytes)
    const incoming = await Promise.race([answered, sent.then(() => answered)])
    outgoing.on('error', (error) => incoming.destroy(error))
    const body = limited(incoming, maxResponseBytes)
    body.once('close', () => end(timedOut ? 'timed-out' : 'done'))
    return new Response(hasBody(request.method, incoming) ? webStream(body) : (body.resume(), null), {
      status: incoming.statusCode ?? 502,
      headers: headersOf(incoming),
    })
  } catch (error) {
    outgoing.destroy()
    if (error instanceof RequestTooLarge) {
      end('done')
      throw error
    }
    end(timedOut ? 'timed-out' : request.signal.aborted ? 'done' : 'broke')
    throw timedOut ? new FunctionTimedOut() : new FunctionBroke('the function broke off', { cause: error })
  }
}

async function send(request: Request, outgoing: NodeJS.WritableStream, maxBytes: number): Promise<void> {
  if (request.body === null) {
    outgoing.end()
    return
  }
  await pipeline(
    Readable.from(request.body),
    counting(maxBytes, () => new RequestTooLarge()),
    outgoing,
  )
}

/** Breaks off when the function says more than it may. */
function limited(incoming: IncomingMessage, maxBytes: number): Readable {
  const body = counting(maxBytes, () => new FunctionBroke(`the answer is larger than ${maxBytes} bytes`))
  pipeline(incoming, body).catch(() => {
    // The reader of the body sees it.
  })
  return body
}

function counting(maxBytes: number, tooMuch: () => Error): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooMuch())
      else done(null, chunk)
    },
  })
}

function hasBody(method: string, { statusCode = 200 }: IncomingMessage): boolean {
  return method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

function webStream(body: Readable): ReadableStream<Uint8Array> {
  const reader = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: () => void body.destroy(),
  })
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (HOP_BY_HOP.includes(name)) continue
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}
