import type { Keys } from './keys.ts'
import { localSecret } from './local-secrets.ts'
import type { RequestInfo, Service, UpgradableService } from './service.ts'
import { openServer, type HttpServer } from './server.ts'

export type Routes = {
  rest: Service
  auth: Service
  realtime: UpgradableService
  functions: Service
  storage: Service
  mail: Service
  firebase: Service
  /** Null where the real one is used. */
  stripe: Service | null
  turnstile: Service
  youtube: Service
}

export type Gateway = {
  port: number
  /** From here on requests reach the services; before, they are told to come back. */
  serve(routes: Routes, keys: Keys): void
  close(): Promise<void>
}

/** Parts of a hosted project that this stack does not have. */
const NOT_HERE = ['/graphql/v1', '/analytics/v1', '/pg/']
const STARTING = { code: 'starting', message: 'The stack is starting.' }
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** The one door of the API: takes its port at once and hands each request to the service its path names. */
export async function openGateway(port: number, log: (line: string) => void): Promise<Gateway> {
  let current: { routes: Routes; keys: Keys } | undefined
  const server: HttpServer = await openServer({
    port,
    portName: 'API_PORT',
    log,
    async handle(request, info) {
      if (!current) return Response.json(STARTING, { status: 503, headers: { ...CORS, 'retry-after': '1' } })
      return dispatch(current.routes, current.keys, request, info)
    },
    upgrade(request, socket, head) {
      const path = request.url?.split('?')[0]
      if (current && path === '/realtime/v1/websocket') {
        current.routes.realtime.handleUpgrade(request, socket, head)
        return
      }
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    },
  })
  return {
    port: server.port,
    serve(routes, keys) {
      current = { routes, keys }
    },
    close: () => server.close(),
  }
}

async function dispatch(routes: Routes, keys: Keys, request: Request, info: RequestInfo): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const isUnder = (prefix: string): boolean => pathname === prefix || pathname.startsWith(`${prefix}/`)
  // A function sees the headers as they came, as on a hosted project.
  if (isUnder('/functions/v1')) return routes.functions.handle(request, info)
  const authorized = withTokenForKey(request, keys)
  if (isUnder('/rest/v1')) return routes.rest.handle(authorized, info)
  if (isUnder('/auth/v1')) return routes.auth.handle(authorized, info)
  if (isUnder('/realtime/v1')) return routes.realtime.handle(authorized, info)
  if (isUnder('/storage/v1')) return routes.storage.handle(authorized, info)
  const [, page, secret, ending = ''] = /^\/(mail|sms|studio)(?:\/([^/.]*))?(\.json)?$/.exec(pathname) ?? []
  if (page !== undefined) {
    if (secret !== localSecret(keys.secretKey, 'pages')) return hiddenPage()
    const service = page === 'studio' ? routes.youtube : routes.mail
    return service.handle(new Request(new URL(`/${page}${ending}${search}`, request.url), request), info)
  }
  if (/^\/(identitytoolkit|securetoken|www)\.googleapis\.com\//.test(pathname))
    return routes.firebase.handle(request, info)
  // The official library knows of no path before its own.
  if (routes.stripe && (isUnder('/stripe/v1') || isUnder('/v1'))) return routes.stripe.handle(request, info)
  if (isUnder('/turnstile/v0')) return routes.turnstile.handle(request, info)
  if (isUnder('/youtube/v3')) return routes.youtube.handle(request, info)
  if (pathname === '/health') return Response.json({ status: 'ok' })
  if (NOT_HERE.some((prefix) => pathname.startsWith(prefix))) {
    return Response.json(
      { code: 'not_supported', message: `The local stack has no ${pathname}.` },
      { status: 501, headers: CORS },
    )
  }
  return Response.json(
    { code: 'not_found', message: `There is nothing at ${pathname}.` },
    { status: 404, headers: CORS },
  )
}

function hiddenPage(): Response {
  return new Response('このページのアドレスは、npm start の表示と DATA_DIR/stack.json にあります。\n', {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/**
 * As the hosted gateway does: a new-style `apikey` stands for its role's token where no bearer is given, or
 * the same key again. Services know keys by this token alone.
 */
export function withTokenForKey(request: Request, keys: Keys): Request {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? ''
  const role = keys.roleOfApiKey(key)
  const authorization = request.headers.get('authorization')
  const isItsOwn = authorization === null || authorization.replace(/^Bearer +/i, '') === key
  if (role === null || !key.startsWith('sb_') || !isItsOwn) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${role === 'anon' ? keys.anonJwt : keys.serviceJwt}`)
  return new Request(request, { headers })
}
