import { once } from 'node:events'
import { createServer } from 'node:http'
import * as v from 'valibot'

const Address = v.object({ port: v.number() })

/** Stands in every body that a portal makes up. */
export const PORTAL_MARK = 'portal-of-the-wifi'

export type Disguise = {
  status: number
  type: string
  body: string
  /** Of so many bytes, which never come. */ missing?: number
}

const PAGE = `<!doctype html><title>${PORTAL_MARK}</title><h1>Wi-Fi にログインしてください</h1>`
/** What stands between a device and the network, and answers everything in its own way. */
export const DISGUISES = {
  'a captive portal': { status: 200, type: 'text/html; charset=utf-8', body: PAGE },
  'the block page of a proxy': { status: 403, type: 'text/html; charset=utf-8', body: PAGE },
  'JSON of another shape': { status: 200, type: 'application/json', body: `{"blocked":"${PORTAL_MARK}"}` },
  'an empty body of the right type': { status: 200, type: 'application/json', body: '' },
  'a truncated body': {
    status: 200,
    type: 'application/json',
    body: `[{"id":"${PORTAL_MARK}"}`,
    missing: 100,
  },
  'pictures of zero bytes': { status: 200, type: 'image/jpeg', body: '' },
} as const satisfies Record<string, Disguise>

export type Portal = {
  port: number
  disguise: Disguise
  /** The real web server answers these paths. */
  lets: { pass: (path: string) => boolean; to: number }
  close(): Promise<void>
}

/** A portal that permits every origin to read what it says, and to keep it for ten minutes. */
export async function openPortal(webPort: number): Promise<Portal> {
  const portal: Portal = {
    port: 0,
    disguise: DISGUISES['a captive portal'],
    lets: { pass: () => false, to: webPort },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const server = createServer(({ method, url = '/', headers }, answer) => {
    if (portal.lets.pass(url)) {
      void fetch(`http://localhost:${portal.lets.to}${url}`, { headers: { accept: headers.accept ?? '*/*' } })
        .then(async (real) => {
          answer.writeHead(real.status, {
            'content-type': real.headers.get('content-type') ?? '',
            'cache-control': 'no-cache',
          })
          answer.end(Buffer.from(await real.arrayBuffer()))
        })
        .catch(() => answer.destroy())
      return
    }
    const { status, type, body, missing = 0 } = portal.disguise
    answer.writeHead(method === 'OPTIONS' ? 200 : status, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, authorization',
      'access-control-allow-methods': '*',
      'cache-control': 'public, max-age=600',
      'content-type': type,
      'content-length': Buffer.byteLength(body) + missing,
    })
    if (missing === 0) answer.end(body)
    else answer.write(body, () => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  portal.port = v.parse(Address, server.address()).port
  return portal
}
