import { bodyOf, urlOf } from '../requests.ts'

/** What happens to the next request of a link. */
export type Fault =
  | 'offline'
  /** The server did it, but the answer got lost. */
  | 'reply_lost'
  | 'html'
  /** The body begins and never ends. */
  | 'stalled'
  | 'unauthorized'
  | { status: number; retryAfter?: string }

export type RequestName = 'sync_pull' | 'sync_push'

/** One device's way to the server. */
export type Link = {
  fetch: typeof fetch
  online: boolean
  faults: Fault[]
  /** Every request that reached the server. */
  requests: { name: RequestName; body: Record<string, unknown> }[]
}

/** One request, done at once: its status and the JSON of its body. */
export type Ask = (
  name: RequestName,
  body: Record<string, unknown>,
  authorization: string,
) => { status: number; answer: unknown }

export function createLink(ask: Ask): Link {
  const link: Link = {
    online: true,
    faults: [],
    requests: [],
    fetch: async (input, init) => {
      const name = urlOf(input).endsWith('/sync_pull') ? 'sync_pull' : 'sync_push'
      const fault = link.online ? link.faults.shift() : 'offline'
      if (fault === 'offline') throw new TypeError('Failed to fetch')
      if (fault === 'html')
        return new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
      if (fault === 'unauthorized') return new Response('{}', { status: 401 })
      if (fault === 'stalled') return stalledResponse(init?.signal ?? undefined)
      if (typeof fault === 'object') return refusedResponse(fault)
      const body = JSON.parse(bodyOf(init)) as Record<string, unknown>
      link.requests.push({ name, body })
      const { status, answer } = ask(name, body, new Headers(init?.headers).get('authorization') ?? '')
      if (fault === 'reply_lost') throw new TypeError('Failed to fetch')
      return Response.json(answer, { status })
    },
  }
  return link
}

/** An unsigned token, as this server accepts it. */
export const tokenFor = (userId: string): string => `e30.${btoa(JSON.stringify({ sub: userId }))}.none`
export const subjectOf = (bearer: string): string =>
  (JSON.parse(atob(bearer.split('.')[1] ?? 'e30=')) as { sub?: string }).sub ?? ''

function refusedResponse({ status, retryAfter }: { status: number; retryAfter?: string }): Response {
  return new Response('{"message":"no"}', {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  })
}

function stalledResponse(signal: AbortSignal | undefined): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"server_time"'))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body, { status: 200 })
}
